// Makes waiting for a promise abortable.

/** Settles like `work`, or rejects with the signal's reason as soon as it aborts. */
export async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // A caller that stops waiting does not handle its failure.
  work.catch(() => undefined);
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
