// Waits for something for as long as nobody has called it off.

/** The value of `work`, or the signal's reason as soon as that aborts. */
export async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
