// Caches the result of a slow function for a time.
import type { Clock } from './clock.ts';

/** Calls `ask` at most once in `keptMs`; concurrent callers share its result. Rejections reach them and are not cached. */
export function rememberFor<T>(
  keptMs: number,
  clock: Clock,
  ask: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly askedAt: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (kept && clock.monotonic() - kept.askedAt < keptMs) return kept.answer;
    const call = { askedAt: clock.monotonic(), answer: ask() };
    kept = call;
    call.answer.catch(() => {
      if (kept === call) kept = null;
    });
    return call.answer;
  };
}
