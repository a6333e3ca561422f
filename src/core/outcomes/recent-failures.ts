// The last attempts that failed since the start, for the operators' cockpit: when, which platform, which step, why; nothing else.
import type { ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Outcome, Outcomes } from './ports.ts';

const MOST = 100;
/** Enough to read, and too little to find a visitor by. */
const GRAIN_MS = 60_000;

/** One of them. `at` is the minute, in epoch milliseconds. It is forgotten with the process: the store keeps whole hours only. */
export type RecentFailure = {
  readonly at: number;
  readonly platform: PlatformId;
  readonly step: Outcome['step'];
  readonly code: ErrorCode;
};

/** The memory of them: `outcomes` is what attempts are to be recorded with. */
export type RecentFailures = {
  readonly outcomes: Outcomes;
  /** The newest first, at most a hundred. */
  readonly list: () => readonly RecentFailure[];
};

/** Looks on while `outcomes` are recorded. */
export function createRecentFailures(outcomes: Outcomes, clock: Clock): RecentFailures {
  const kept: RecentFailure[] = [];
  const minute = () => Math.floor(clock.now() / GRAIN_MS) * GRAIN_MS;
  return {
    outcomes: {
      ...outcomes,
      record(outcome) {
        const { platform, step, code } = outcome;
        if (code !== 'ok') kept.unshift({ at: minute(), platform, step, code });
        kept.length = Math.min(kept.length, MOST);
        return outcomes.record(outcome);
      },
    },
    list: () => [...kept],
  };
}
