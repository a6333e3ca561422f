// When to check for a newer engine: at a random time, so that servers that start together do not ask together.
import type { Clock } from '../async/clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Calls `check` some minutes after the start and then once a day; while it answers false, after an hour, then less often. */
export function createDailyCheck(needs: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly check: () => Promise<boolean>;
}): { start: () => void; stop: () => void; nextAt: () => number | null } {
  const { clock, random } = needs;
  let nextAt: number | null = null;
  let callOff: () => void = () => undefined;
  let isStopped = false;
  let failures = 0;
  const plan = (delayMs: number) => {
    if (isStopped) return;
    nextAt = Math.round(clock.now() + delayMs);
    callOff = clock.after(delayMs, () => void run());
  };
  const run = async () => {
    const isGood = await needs.check();
    failures = isGood ? 0 : failures + 1;
    if (isGood) plan((22 + 4 * random()) * HOUR_MS);
    else plan(Math.min(DAY_MS, HOUR_MS * 2 ** (failures - 1)) * (0.9 + 0.2 * random()));
  };
  return {
    start: () => plan((5 + 10 * random()) * MINUTE_MS),
    stop() {
      isStopped = true;
      callOff();
    },
    nextAt: () => nextAt,
  };
}
