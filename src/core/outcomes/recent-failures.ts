// Keeps the last failed attempts for the operators' cockpit: time, platform, step and code, nothing else.
import type { Clock } from '../async/clock.ts';
import type { Outcomes, RecentFailures } from './ports.ts';

/** Precise enough to read, too coarse to identify a visitor. */
const PRECISION_MS = 60_000;

/** Wraps the store of outcomes so that failures are added to `failures` as well. */
export function withRecentFailures(
  outcomes: Outcomes,
  failures: Pick<RecentFailures, 'add'>,
  clock: Clock,
): Outcomes {
  return {
    ...outcomes,
    record(outcome) {
      const { platform, step, code } = outcome;
      const at = Math.floor(clock.now() / PRECISION_MS) * PRECISION_MS;
      if (code !== 'ok') failures.add({ at, platform, step, code });
      return outcomes.record(outcome);
    },
  };
}
