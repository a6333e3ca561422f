// Keeps an answer for a while, so that what is slow to find out is not asked for with every request.
import type { Clock } from './clock.ts';

/** Asks at most once in `keptMs`; who asks meanwhile waits for the same. A failure is told to those and not kept. */
export function rememberFor<T>(
  keptMs: number,
  clock: Clock,
  ask: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly askedAt: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (kept && clock.monotonic() - kept.askedAt < keptMs) return kept.answer;
    const mine = { askedAt: clock.monotonic(), answer: ask() };
    kept = mine;
    mine.answer.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.answer;
  };
}
