// Defers work until the browser is idle.

const AT_THE_LATEST_MS = 5000;
/** For browsers without `requestIdleCallback`. */
const A_WHILE_MS = 2000;

/** Calls `work` when idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: AT_THE_LATEST_MS });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, A_WHILE_MS);
  return () => clearTimeout(id);
}
