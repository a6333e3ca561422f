// When to check for a newer engine: at a random time, so that servers that start together do not ask together.
import type { Clock } from '../async/clock.ts';
import type { Duties, EndDuty } from '../async/duties.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type DailyCheck = {
  readonly start: () => void;
  readonly stop: () => void;
  /** Epoch milliseconds; null before `start`. */
  readonly nextAt: () => number | null;
};

/** Calls `check` some minutes after the start and then once a day; while it answers false, after an hour, then less often. */
export function createDailyCheck(needs: {
  readonly clock: Clock;
  readonly duties: Duties;
  /** Gives 0 to 1. */
  readonly random: () => number;
  readonly check: () => Promise<boolean>;
}): DailyCheck {
  const { clock, duties, random } = needs;
  let nextAt: number | null = null;
  let end: EndDuty = async () => undefined;
  let failures = 0;
  const inMs = (delayMs: number): number => {
    nextAt = Math.round(clock.now() + delayMs);
    return delayMs;
  };
  const run = async () => {
    const isGood = await needs.check();
    failures = isGood ? 0 : failures + 1;
    if (isGood) return inMs((22 + 4 * random()) * HOUR_MS);
    return inMs(Math.min(DAY_MS, HOUR_MS * 2 ** (failures - 1)) * (0.9 + 0.2 * random()));
  };
  return {
    start() {
      end = duties.paced('check-engine-version', inMs((5 + 10 * random()) * MINUTE_MS), run);
    },
    stop: () => void end(),
    nextAt: () => nextAt,
  };
}
