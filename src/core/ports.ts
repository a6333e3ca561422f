// The doors in core's walls: what the product needs from the world, one type per need.
import type { ErrorCode } from '../shared/errors.ts';
import type { Link, PlatformId, ShortLink } from '../shared/platforms/platform.ts';
import type { Inspected } from './inspection.ts';

/** The time. `now` is epoch milliseconds for display and storage; `monotonic` is milliseconds for measuring. */
export type Clock = {
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Calls back once after `delayMs`; the returned function calls it off. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
};

/** Looks at a link through yt-dlp. Throws AppError; ends within its own deadline and at once when `signal` aborts. */
export type Engine = {
  readonly inspect: (link: Link, signal: AbortSignal) => Promise<Inspected>;
  /** The way out that its requests take, as a name that tells nothing about the operator's proxy. */
  readonly egress: string;
};

/** Follows a short link within its platform's own hosts and gives the last address, which the caller must read again. */
export type ShortLinks = {
  readonly follow: (link: ShortLink, signal: AbortSignal) => Promise<string>;
};

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
  /** Median of `durationMs` of the successful attempts of a platform since then, or null when there is none. */
  readonly medianMsSince: (
    sinceMs: number,
    platform: PlatformId,
    step: Outcome['step'],
  ) => Promise<number | null>;
  /** Forgets attempts of hours before `beforeMs`; answers how many. */
  readonly forgetBefore: (beforeMs: number) => Promise<number>;
};

/** A token bucket per key. `retryAfterSeconds` is whole seconds ≥ 1 when not allowed, else 0. */
export type Limiter = {
  readonly take: (
    bucket: BucketName,
    key: string,
    cost?: number,
  ) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
};

/** The kinds of request that have a limit of their own. */
export type BucketName = 'detect' | 'inspect' | 'thumbnail' | 'notFound';

/** Fetches and re-encodes one picture; answers a JPEG of bounded size. Throws AppError. */
export type Thumbnails = {
  readonly render: (
    source: { address: string; headers: Readonly<Record<string, string>>; platform: PlatformId },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};
