// The machine's clock; behind the port `Clock`, handed out by main.
import type { Clock } from '../../core/async/clock.ts';

/** Node's timers fire at once when asked to wait longer than this, so longer waits are made of several. */
const MAX_TIMER_MS = 2_147_483_647;

/** Real time. A timer that is not called off keeps the process alive. */
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
