// Batches the pieces of one connection into few large writes, and pauses the connection while the disk is slower.
import type { Clock } from '../../../core/async/clock.ts';
import { releaseBuffers } from '../http/release-buffers.ts';

/** The writes of one connection, in byte order. */
export type WriteQueue = {
  /** Takes ownership of a piece, whose buffer is released once it is written. */
  readonly push: (piece: Uint8Array) => void;
  /** Writes what is left; resolves when all of it is on disk. Throws the AppError of the first failed write. */
  readonly flush: () => Promise<void>;
};

const BATCH_BYTES = 256 * 1024;
/** On a slow line a piece waits no longer than this and until the next one: bytes count once they are on disk. */
const BATCH_MS = 250;
/** Maximum memory per connection; above it the connection is paused. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** The system accepts at most 1024 pieces at once. */
const MOST_PIECES = 512;

/** Creates a queue that writes from `position` on. `hold` is called to pause and resume the connection. */
export function createWriteQueue(options: {
  readonly position: number;
  readonly clock: Clock;
  readonly write: (position: number, pieces: readonly Uint8Array[]) => Promise<void>;
  readonly hold: (isHeld: boolean) => void;
  readonly failed: (error: unknown) => void;
}): WriteQueue {
  const { clock, write, hold, failed } = options;
  let place = options.position;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let running: Promise<void> | null = null;
  let isHeld = false;
  let failure: { readonly error: unknown } | null = null;
  /** When the first of the waiting pieces came. */
  let sinceMs = 0;

  function start(): void {
    sinceMs = clock.monotonic();
    const batch = pieces.splice(0, MOST_PIECES);
    const length = batch.reduce((sum, piece) => sum + piece.length, 0);
    const position = place;
    place += length;
    running = write(position, batch)
      .catch((error: unknown) => {
        failure ??= { error };
        failed(error);
      })
      .then(() => {
        running = null;
        releaseBuffers(batch);
        bytes -= length;
        if (failure) return;
        if (isHeld && bytes < MOST_WAITING_BYTES / 2) {
          isHeld = false;
          hold(false);
        }
        if (isDue()) start();
      });
  }

  function isDue(): boolean {
    if (running !== null || pieces.length === 0) return false;
    const isFull = bytes >= BATCH_BYTES || pieces.length >= MOST_PIECES;
    return isFull || clock.monotonic() - sinceMs >= BATCH_MS;
  }

  return {
    push: (piece) => {
      if (failure) return;
      if (pieces.length === 0) sinceMs = clock.monotonic();
      pieces.push(piece);
      bytes += piece.length;
      if (isDue()) start();
      if (!isHeld && bytes > MOST_WAITING_BYTES) {
        isHeld = true;
        hold(true);
      }
    },
    flush: async () => {
      for (;;) {
        while (running) await running;
        if (failure) throw failure.error;
        if (pieces.length === 0) return;
        start();
      }
    },
  };
}
