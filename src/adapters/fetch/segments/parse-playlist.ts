// Parses HLS playlists without blocking the server: small ones at once, large ones in a thread with a timeout.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { AppError } from '../../../shared/errors.ts';
import type { PlaylistRequest, PlaylistResult } from './playlist-thread.ts';
import { type Playlist, readPlaylist } from './read-playlist.ts';
import type { Segment } from './segment.ts';

/** Parsed within a few milliseconds. The parser is quadratic in some tags, so lines count as well. */
const MAX_AT_ONCE = { bytes: 64 * 1024, lines: 500 };
const DEADLINE_MS = 10_000;
const THREADS = 2;
const MAX_HEAP_MB = 256;
const LINE_FEED = 10;

/** Parses a playlist found at `address` and takes ownership of its bytes. Throws AppError as `readPlaylist` does. */
export type ParsePlaylist = (
  bytes: Uint8Array<ArrayBuffer>,
  address: string,
  signal: AbortSignal,
) => Promise<Playlist>;

/** Creates the function; at most two threads run at a time. */
export function createPlaylistParser(): ParsePlaylist {
  const inTurn = pLimit(THREADS);
  return async (bytes, address, signal) => {
    if (isSmall(bytes)) return readPlaylist(bytes, address);
    return inTurn(() => {
      signal.throwIfAborted();
      return readInThread({ bytes, address }, signal);
    });
  };
}

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_AT_ONCE.bytes) return false;
  let lines = 0;
  for (const byte of bytes) if (byte === LINE_FEED) lines += 1;
  return lines <= MAX_AT_ONCE.lines;
}

async function readInThread(question: PlaylistRequest, signal: AbortSignal): Promise<Playlist> {
  const thread = new Worker(new URL('./playlist-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const stop = AbortSignal.any([signal, deadline]);
  try {
    thread.postMessage(question, [question.bytes.buffer as ArrayBuffer]);
    const segments: Segment[] = [];
    for (;;) {
      const [answer] = (await once(thread, 'message', { signal: stop })) as [PlaylistResult];
      if ('code' in answer) throw new AppError(answer.code, { detail: answer.message });
      if ('variant' in answer) return answer;
      for (const segment of answer.segments) segments.push(segment);
      if (answer.isLast) return { segments };
      thread.postMessage(null);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    const why = deadline.aborted ? 'it takes too long' : 'it takes too much memory';
    throw new AppError('bad_media', {
      cause: error,
      detail: `a playlist that cannot be read: ${why}`,
    });
  } finally {
    await thread.terminate();
  }
}
