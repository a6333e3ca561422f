// Ports for outcomes of inspections and downloads, without visitors or items.
import type { ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** The outcome of one attempt; nothing in it identifies a visitor or an item. */
export type Outcome = {
  readonly platform: PlatformId;
  readonly step: 'inspect' | 'download';
  /** `ok`, or the error code. */
  readonly code: ErrorCode | 'ok';
  readonly durationMs: number;
  /** The size of the file that was made for it; 0 if there is none, or if it was given one that others had. */
  readonly bytes: number;
  /** The hour in which it ended, epoch milliseconds rounded down. */
  readonly hour: number;
};

/** The number of attempts of one platform with one code. */
export type OutcomeCount = {
  readonly platform: PlatformId;
  readonly step: Outcome['step'];
  readonly code: Outcome['code'];
  readonly count: number;
};

/** The store of outcomes. */
export type Outcomes = {
  readonly record: (outcome: Outcome) => Promise<void>;
  /** Counts of all attempts whose hour is `sinceMs` or later, ordered by platform, step and code. */
  readonly countSince: (sinceMs: number) => Promise<readonly OutcomeCount[]>;
  /** Median of `durationMs` of the downloads of a platform, or of all, for which a file was made since then; null when there is none. */
  readonly medianMsSince: (sinceMs: number, platform: PlatformId | 'all') => Promise<number | null>;
  /** Removes attempts of hours before `beforeMs`; returns how many. */
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
