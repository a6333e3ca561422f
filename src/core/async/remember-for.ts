// Caches the result of a slow function for a time.
import type { Clock } from './clock.ts';

/** Calls `load` at most once in `keptMs`; concurrent callers share its result. Rejections reach them and are not cached. */
export function rememberFor<T>(
  keptMs: number,
  clock: Clock,
  load: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly startedAt: number; readonly value: Promise<T> } | null = null;
  return () => {
    if (kept && clock.monotonic() - kept.startedAt < keptMs) return kept.value;
    const call = { startedAt: clock.monotonic(), value: load() };
    kept = call;
    call.value.catch(() => {
      if (kept === call) kept = null;
    });
    return call.value;
  };
}
