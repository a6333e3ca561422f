// Abortable waiting: for a delay on the injected clock, or for a promise.
import type { Clock } from '../../../core/async/clock.ts';

/** Resolves after `delayMs`; rejects with the signal's reason as soon as it aborts. */
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

/** Settles like `promise`, or rejects with the signal's reason as soon as it aborts; the promise is then ignored. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
