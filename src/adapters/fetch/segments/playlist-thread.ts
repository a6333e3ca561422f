// The worker thread that parses a large playlist: it posts the result in pieces, one for each message it receives.
import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { type Playlist, readPlaylist } from './read-playlist.ts';
import type { Segment } from './segment.ts';

/** The first message to the thread; every later one requests the next piece. */
export type PlaylistRequest = { readonly bytes: Uint8Array; readonly address: string };

/** The result: pieces of the list until `isLast`, or one of the others. */
export type PlaylistResult =
  | { readonly segments: readonly Segment[]; readonly isLast: boolean }
  | { readonly variant: string }
  | { readonly code: ErrorCode; readonly message: string };

/** The server deserializes this many in about a millisecond. */
const SEGMENTS_AT_ONCE = 500;

function* answersOf(playlist: Playlist): Generator<PlaylistResult> {
  if ('variant' in playlist) return yield playlist;
  const { segments } = playlist;
  for (let at = 0; at < segments.length; at += SEGMENTS_AT_ONCE) {
    const isLast = at + SEGMENTS_AT_ONCE >= segments.length;
    yield { segments: segments.slice(at, at + SEGMENTS_AT_ONCE), isLast };
  }
}

function read({ bytes, address }: PlaylistRequest): Iterator<PlaylistResult> {
  try {
    return answersOf(readPlaylist(bytes, address));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ code: error.code, message: error.message }].values();
  }
}

let answers: Iterator<PlaylistResult> | null = null;
parentPort?.on('message', (question: PlaylistRequest) => {
  answers ??= read(question);
  parentPort?.postMessage(answers.next().value);
});
