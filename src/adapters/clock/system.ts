// The system clock; behind the port `Clock`.
import type { Clock } from '../../core/async/clock.ts';

/** Node's timers fire at once for longer delays, so longer ones are split. */
const MAX_TIMER_MS = 2_147_483_647;

/** Real time. A pending timer keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, callback) => {
    const dueMs = performance.now() + delayMs;
    let timer = wait();
    return () => clearTimeout(timer);

    function wait(): NodeJS.Timeout {
      const leftMs = dueMs - performance.now();
      if (leftMs <= MAX_TIMER_MS) return setTimeout(callback, Math.max(0, leftMs));
      return setTimeout(() => {
        timer = wait();
      }, MAX_TIMER_MS);
    }
  },
};
