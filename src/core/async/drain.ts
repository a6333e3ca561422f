// Waiting for open downloads to end before the server stops.
import type { Clock } from './clock.ts';

/** How long the server stays after its last download has ended, so that its file can be saved. */
const LINGER_MS = 2000;
const CHECK_EVERY_MS = 50;

/** Resolves two seconds after `countOpen` reached 0, at once when it is 0 already, and after `maxMs` at the latest. */
export function drained(countOpen: () => number, clock: Clock, maxMs: number): Promise<void> {
  const untilMs = clock.monotonic() + maxMs;
  return new Promise((resolve) => {
    const check = () => {
      const leftMs = untilMs - clock.monotonic();
      if (leftMs <= 0) resolve();
      else if (countOpen() > 0) clock.after(Math.min(CHECK_EVERY_MS, leftMs), check);
      else clock.after(Math.min(LINGER_MS, leftMs), resolve);
    };
    if (countOpen() > 0) check();
    else resolve();
  });
}
