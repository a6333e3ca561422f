// A response body with backpressure that is aborted when the client stops reading.
import { Readable } from 'node:stream';
import type { Clock } from '../../core/async/clock.ts';

/** How long in milliseconds a client may read nothing. */
export type StallLimit = { readonly clock: Clock; readonly maxStallMs: number };

/**
 * Creates the body. It requests the first piece at once and always closes the source: at its end, when the client
 * disconnects, and when the client reads nothing for `maxStallMs`. It buffers at most one piece.
 */
export function pacedBody(
  source: AsyncIterable<Uint8Array | string>,
  { clock, maxStallMs }: StallLimit,
): Readable {
  const pieces = source[Symbol.asyncIterator]();
  // A generator that was never started would not run its `finally` blocks.
  let next: Promise<IteratorResult<Uint8Array | string>> | undefined = pieces.next();
  next.catch(() => undefined);
  let handedAt: number | null = null;
  let stopTimer: (() => void) | null = null;

  // One timer for many pieces: at full speed there are thousands per second.
  const checkAfter = (delayMs: number) => {
    stopTimer = clock.after(delayMs, () => {
      stopTimer = null;
      if (handedAt === null) return;
      const leftMs = handedAt + maxStallMs - clock.monotonic();
      if (leftMs > 0) checkAfter(leftMs);
      else body.destroy();
    });
  };

  const body = new Readable({
    highWaterMark: 1,
    read() {
      handedAt = null;
      const piece = next ?? pieces.next();
      next = undefined;
      piece.then(
        ({ done, value }) => {
          if (body.destroyed) return;
          if (!done) {
            handedAt = clock.monotonic();
            if (!stopTimer) checkAfter(maxStallMs);
          }
          body.push(done ? null : value);
        },
        (error: Error) => body.destroy(error),
      );
    },
    destroy(error, finished) {
      stopTimer?.();
      const ended = pieces.return?.() ?? Promise.resolve();
      ended.then(
        () => finished(error),
        (cause: Error) => finished(error ?? cause),
      );
    },
  });
  return body;
}
