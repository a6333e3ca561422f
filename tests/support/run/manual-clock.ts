// A clock that moves only when a test moves it; for every test of something that takes the port `Clock`.
import type { Clock } from '../../../src/core/async/clock.ts';

/** A {@link Clock} that stands still until a test moves it. */
export type ManualClock = Clock & {
  /**
   * Moves both times on by `ms`. Timers that come due are called in the order of their time, each while the clock
   * shows its time; timers they start are called too if they come due. Throws what a timer throws.
   */
  readonly advance: (ms: number) => void;
  /** Sets the wall clock alone, as an operator or a time server does: `now` jumps, `monotonic` and timers do not. */
  readonly setWall: (nowMs: number) => void;
  /** Timers that wait. */
  readonly pending: () => number;
};

const MAX_CALLS = 100_000;

/** A clock whose `now` is `startMs` (epoch milliseconds) and whose `monotonic` is 0. */
export function createManualClock(startMs = 0): ManualClock {
  let offsetMs = startMs;
  let elapsedMs = 0;
  const timers = new Set<{ dueMs: number; callback: () => void }>();

  // Sets keep the order in which timers were started, so of two due at the same time the older comes first.
  const nextDue = (untilMs: number) => {
    let next: { dueMs: number; callback: () => void } | undefined;
    for (const timer of timers) {
      if (timer.dueMs <= untilMs && (!next || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  };

  return {
    now: () => offsetMs + elapsedMs,
    monotonic: () => elapsedMs,
    after: (delayMs, callback) => {
      const timer = { dueMs: elapsedMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      if (!(ms >= 0)) throw new TypeError('A clock does not run backwards');
      const untilMs = elapsedMs + ms;
      let calls = 0;
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        calls += 1;
        if (calls > MAX_CALLS) throw new RangeError('A timer starts itself again without end');
        timers.delete(timer);
        elapsedMs = timer.dueMs;
        timer.callback();
      }
      elapsedMs = untilMs;
    },
    setWall: (nowMs) => {
      offsetMs = nowMs - elapsedMs;
    },
    pending: () => timers.size,
  };
}
