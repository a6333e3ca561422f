// Parses HLS playlists without blocking the server: small ones at once, large ones in a thread with a deadline.
import { createThreadParser, MAX_BYTES_AT_ONCE } from '../../process/parse-in-thread.ts';
import type { PlaylistHead, PlaylistRequest } from './playlist-thread.ts';
import { type Playlist, readPlaylist } from './read-playlist.ts';
import type { Segment } from './segment.ts';

/** The parser is quadratic in some tags, so lines count as well. */
const MAX_LINES_AT_ONCE = 500;
const LINE_FEED = 10;

/** Parses a playlist found at `address` and takes ownership of its bytes. Throws AppError as `readPlaylist` does. */
export type ParsePlaylist = (
  bytes: Uint8Array<ArrayBuffer>,
  address: string,
  signal: AbortSignal,
) => Promise<Playlist>;

/** Creates the function. */
export function createPlaylistParser(): ParsePlaylist {
  const parse = createThreadParser<PlaylistRequest, PlaylistHead, Segment>(
    new URL('./playlist-thread.ts', import.meta.url),
    'the playlist',
  );
  return async (bytes, address, signal) => {
    if (isSmall(bytes)) return readPlaylist(bytes, address);
    const { head, items } = await parse({ bytes, address }, signal, [bytes.buffer]);
    return head ?? { segments: items };
  };
}

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_BYTES_AT_ONCE) return false;
  let lines = 0;
  for (const byte of bytes) if (byte === LINE_FEED) lines += 1;
  return lines <= MAX_LINES_AT_ONCE;
}
