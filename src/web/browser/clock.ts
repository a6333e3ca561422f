// The browser's clock; the only place in the pages that reads the time.

/** Returns the current time in epoch milliseconds. */
export function now(): number {
  return Date.now();
}
