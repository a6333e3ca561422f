// Measures how fast a file is read, so that a stalled reader does not keep it from being evicted.
import type { Clock } from '../async/clock.ts';

/** A reader below this rate is slow: a phone on a poor connection reads faster. */
const SLOW_BYTES_PER_SECOND = 64_000;
const WINDOW_MS = 30_000;

/** The pace of one reader. */
export type ReadPace = {
  readonly count: (bytes: number) => void;
  /** Whether it was slow in the last half minute; never in its first. */
  readonly isSlow: () => boolean;
};

/** Starts with nothing read. */
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
