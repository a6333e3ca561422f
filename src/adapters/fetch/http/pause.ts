// Waiting that ends at once when it is called off: on the injected clock, or for somebody else's promise.
import type { Clock } from '../../../core/async/clock.ts';

/** Fulfilled after `delayMs`; rejected with the signal's reason at once when it aborts. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (delayMs <= 0) return resolve();
    const abort = () => {
      callOff();
      reject(signal.reason);
    };
    const callOff = clock.after(delayMs, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** The promise's end, or the signal's reason as soon as it aborts; the promise may go on unheard. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
