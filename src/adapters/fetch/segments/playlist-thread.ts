// The worker thread that parses a large playlist.
import { answerInPieces } from '../../process/thread.ts';
import { readPlaylist } from './read-playlist.ts';
import type { Segment } from './segment.ts';

/** A playlist that was found at `address`. */
export type PlaylistRequest = { readonly bytes: Uint8Array; readonly address: string };

/** What is not a list of segments. */
export type PlaylistHead = { readonly variant: string } | null;

answerInPieces<PlaylistRequest, PlaylistHead, Segment>(({ bytes, address }) => {
  const playlist = readPlaylist(bytes, address);
  return 'variant' in playlist
    ? { head: playlist, items: [] }
    : { head: null, items: playlist.segments };
});
