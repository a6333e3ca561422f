// Caches the result of an expensive call for a while, for all callers.
import type { Clock } from './clock.ts';

/** Calls `ask` at most once in `keptMs`; concurrent callers share the call. A failure rejects them and is not cached. */
export function rememberFor<T>(
  keptMs: number,
  clock: Clock,
  ask: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly askedAt: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (kept && clock.monotonic() - kept.askedAt < keptMs) return kept.answer;
    const own = { askedAt: clock.monotonic(), answer: ask() };
    kept = own;
    own.answer.catch(() => {
      if (kept === own) kept = null;
    });
    return own.answer;
  };
}
