// Retries with limits per kind of failure and jittered exponential backoff, reset after real progress.
import type { FetchFailure, FetchFailureKind } from './fetch-failure.ts';

/** The retries of one stretch or segment. */
export type RetryPolicy = {
  /**
   * Returns the delay before the next attempt in milliseconds. Throws the failure's error once its retries are
   * exhausted.
   */
  readonly delayAfter: (failure: FetchFailure) => number;
  /** Reports what an attempt brought; enough progress resets the count. */
  readonly progressed: (bytes: number, tookMs: number) => void;
};

/** If an origin asks for a longer delay, the download fails instead. */
const LONGEST_WAIT_MS = 30_000;
/** Fewer bytes may have been in flight when a connection died. */
const REAL_BYTES = 64 * 1024;
/** A slower attempt is no progress, however many bytes it brought. */
const REAL_BYTES_PER_SECOND = 16 * 1024;

// The first resume is immediate: most resets are a single event.
const RETRIES: Readonly<
  Record<FetchFailureKind, { again: number; firstMs: number; immediate: number }>
> = {
  final: { again: 0, firstMs: 0, immediate: 0 },
  stale: { again: 0, firstMs: 0, immediate: 0 },
  changed: { again: 0, firstMs: 0, immediate: 0 },
  doubtful: { again: 0, firstMs: 0, immediate: 0 },
  unreachable: { again: 2, firstMs: 300, immediate: 0 },
  server: { again: 2, firstMs: 500, immediate: 0 },
  busy: { again: 2, firstMs: 1000, immediate: 0 },
  ignored: { again: 2, firstMs: 100, immediate: 1 },
  broken: { again: 5, firstMs: 200, immediate: 1 },
  misplaced: { again: 5, firstMs: 200, immediate: 1 },
};

/** Creates the retries of one stretch or segment; `random` returns numbers from 0 up to 1. */
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
