// The store of outcomes: how inspections and downloads ended, without who or what.
import type { ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** One attempt, as it is remembered: nothing that could lead back to a visitor or an item. */
export type Outcome = {
  readonly platform: PlatformId;
  readonly step: 'inspect' | 'download';
  /** `ok` or why it failed. */
  readonly code: ErrorCode | 'ok';
  readonly durationMs: number;
  readonly bytes: number;
  /** The hour in which it ended, epoch milliseconds rounded down. */
  readonly hour: number;
};

/** Attempts of one platform and code within a time. */
export type OutcomeCount = {
  readonly platform: PlatformId;
  readonly step: Outcome['step'];
  readonly code: Outcome['code'];
  readonly count: number;
};

/** The memory of attempts. */
export type Outcomes = {
  readonly record: (outcome: Outcome) => Promise<void>;
  /** Counts of all attempts whose hour is `sinceMs` or later, ordered by platform, step and code. */
  readonly countSince: (sinceMs: number) => Promise<readonly OutcomeCount[]>;
  /** Median of `durationMs` of the successful attempts of a platform, or of all, since then; null when there is none. */
  readonly medianMsSince: (
    sinceMs: number,
    platform: PlatformId | 'all',
    step: Outcome['step'],
  ) => Promise<number | null>;
  /** Forgets attempts of hours before `beforeMs`; answers how many. */
  readonly forgetBefore: (beforeMs: number) => Promise<number>;
};

/** A failed attempt. `at` is the minute, in epoch milliseconds; stores of outcomes keep whole hours only. */
export type RecentFailure = {
  readonly at: number;
  readonly platform: PlatformId;
  readonly step: Outcome['step'];
  readonly code: ErrorCode;
};

/** The last failed attempts. */
export type RecentFailures = {
  readonly add: (failure: RecentFailure) => void;
  /** At most a hundred, the newest first. */
  readonly list: () => readonly RecentFailure[];
};
