// A body that is read from its source only as fast as the client takes it, and given up when the client takes nothing.
import { Readable } from 'node:stream';
import type { Clock } from '../../core/async/clock.ts';

/** The longest time in milliseconds in which a client may leave what was handed to it. */
export type Patience = { readonly clock: Clock; readonly maxStallMs: number };

/**
 * Makes the body. The source is asked for its first piece at once and is always ended: when it is through, when the
 * client goes away, and when it takes nothing for `maxStallMs`. One piece at most waits here.
 */
export function pacedBody(
  source: AsyncIterable<Uint8Array | string>,
  { clock, maxStallMs }: Patience,
): Readable {
  const pieces = source[Symbol.asyncIterator]();
  // A generator that was never asked would not run its own clean-up either.
  let next: Promise<IteratorResult<Uint8Array | string>> | undefined = pieces.next();
  next.catch(() => undefined);
  let handedAt: number | null = null;
  let stopLooking: (() => void) | null = null;

  // One timer for many pieces: at full speed there are thousands of them in a second.
  const lookAfter = (delayMs: number) => {
    stopLooking = clock.after(delayMs, () => {
      stopLooking = null;
      if (handedAt === null) return;
      const leftMs = handedAt + maxStallMs - clock.monotonic();
      if (leftMs > 0) lookAfter(leftMs);
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
            if (!stopLooking) lookAfter(maxStallMs);
          }
          body.push(done ? null : value);
        },
        (error: Error) => body.destroy(error),
      );
    },
    destroy(error, finished) {
      stopLooking?.();
      const ended = pieces.return?.() ?? Promise.resolve();
      ended.then(
        () => finished(error),
        (cause: Error) => finished(error ?? cause),
      );
    },
  });
  return body;
}
