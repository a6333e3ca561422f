// The browser's clock; the only place of the pages that asks for the time.

/** Now, in milliseconds since 1970. */
export function now(): number {
  return Date.now();
}
