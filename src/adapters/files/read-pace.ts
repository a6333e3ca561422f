// How fast a file is being read, so that a reader who hardly reads does not keep it from making room for others.
import type { Clock } from '../../core/async/clock.ts';

/** Below this a reader is slow: a phone on a poor connection reads faster. */
const SLOW_BYTES_PER_SECOND = 64_000;
const WINDOW_MS = 30_000;

/** The pace of one reader. */
export type ReadPace = {
  readonly count: (bytes: number) => void;
  /** Whether it was slow for the last half minute; never within its first one. */
  readonly isSlow: () => boolean;
};

/** Nothing was read yet. */
export function createReadPace(clock: Pick<Clock, 'monotonic'>): ReadPace {
  let windowStart = clock.monotonic();
  let bytes = 0;
  let wasSlow = false;
  const turn = () => {
    const elapsedMs = clock.monotonic() - windowStart;
    if (elapsedMs < WINDOW_MS) return;
    wasSlow = bytes < (SLOW_BYTES_PER_SECOND * elapsedMs) / 1000;
    windowStart = clock.monotonic();
    bytes = 0;
  };
  return {
    count(read) {
      turn();
      bytes += read;
    },
    isSlow() {
      turn();
      return wasSlow;
    },
  };
}
