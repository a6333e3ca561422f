// How often something is tried again and how long is waited before: bounded, jittered, and counted anew after real progress.
import type { FetchFailure, FetchFailureKind } from './fetch-failure.ts';

/** Waits for what is being fetched. Throws the trouble's error once it has been borne often enough. */
export type RetryPolicy = {
  /** How long to wait before the next try, in milliseconds. */
  readonly delayAfter: (trouble: FetchFailure) => number;
  /** What a try brought: enough of it, and the count starts anew. */
  readonly progressed: (bytes: number, tookMs: number) => void;
};

/** An origin that asks for a longer wait is told so to the visitor instead. */
const LONGEST_WAIT_MS = 30_000;
/** Less than this is what was already on its way when a connection died. */
const REAL_BYTES = 64 * 1024;
/** Slower than this is no progress, however much came. */
const REAL_BYTES_PER_SECOND = 16 * 1024;

// The first resume is at once: most resets are a single event.
const RETRIES: Readonly<
  Record<FetchFailureKind, { again: number; firstMs: number; immediate: number }>
> = {
  final: { again: 0, firstMs: 0, immediate: 0 },
  stale: { again: 0, firstMs: 0, immediate: 0 },
  changed: { again: 0, firstMs: 0, immediate: 0 },
  unreachable: { again: 2, firstMs: 300, immediate: 0 },
  server: { again: 2, firstMs: 500, immediate: 0 },
  busy: { again: 2, firstMs: 1000, immediate: 0 },
  ignored: { again: 2, firstMs: 100, immediate: 1 },
  broken: { again: 5, firstMs: 200, immediate: 1 },
};

/** Patience for one stretch or segment; `random` gives numbers from 0 up to 1. */
export function createRetryPolicy(random: () => number): RetryPolicy {
  const borne = new Map<FetchFailureKind, number>();
  return {
    delayAfter: ({ kind, error, retryAfterMs }) => {
      const { again, firstMs, immediate } = RETRIES[kind];
      const times = borne.get(kind) ?? 0;
      if (times >= again) throw error;
      if (retryAfterMs !== null && retryAfterMs > LONGEST_WAIT_MS) throw error;
      borne.set(kind, times + 1);
      if (retryAfterMs !== null) return retryAfterMs;
      if (times < immediate) return 0;
      return firstMs * 2 ** (times - immediate) * (0.5 + random());
    },
    progressed: (bytes, tookMs) => {
      const isFast = bytes >= (tookMs / 1000) * REAL_BYTES_PER_SECOND;
      if (bytes >= REAL_BYTES && isFast) borne.clear();
    },
  };
}
