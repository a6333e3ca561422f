// Keeps a map of values that expire from growing: those that are never read again would stay for ever.

/** Below this many nothing is forgotten. */
const FEW = 1000;

/** Returns the function to call after each addition: from time to time it deletes what has expired at `nowMs`. */
export function forgetExpired<Value extends { readonly untilMs: number }>(
  kept: Map<string, Value>,
): (nowMs: number) => void {
  let most = FEW;
  return (nowMs) => {
    if (kept.size <= most) return;
    for (const [name, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(name);
    most = Math.max(FEW, 2 * kept.size);
  };
}
