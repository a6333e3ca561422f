// Does what can wait once the browser has nothing better to do.

const AT_THE_LATEST_MS = 5000;
/** For browsers that do not say when they are idle. */
const A_WHILE_MS = 2000;

/** Answers what takes it back. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: AT_THE_LATEST_MS });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, A_WHILE_MS);
  return () => clearTimeout(id);
}
