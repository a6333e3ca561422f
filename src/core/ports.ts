// The doors in core's walls: what downloading needs from the world, one type per need; site-ports.ts has the site's.
import type { ErrorCode } from '../shared/errors.ts';
import type { Delivery } from '../shared/media.ts';
import type { Link, PlatformId, ShortLink } from '../shared/platforms/platform.ts';
import type { Download } from './download.ts';
import type { Inspected, Source } from './inspection.ts';
import type { Expectation, FileContainer, PlannedSource, Recipe } from './plan.ts';
import type { ByteRange, Receipt, StoredFile } from './stored-file.ts';

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
  /** Median of `durationMs` of the successful attempts of a platform, or of all, since then; null when there is none. */
  readonly medianMsSince: (
    sinceMs: number,
    platform: PlatformId | 'all',
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
export type BucketName =
  | 'detect'
  | 'inspect'
  | 'thumbnail'
  | 'notFound'
  | 'download'
  | 'job'
  | 'stream'
  | 'file'
  | 'site'
  | 'page'
  | 'operator'
  | 'trendingFile'
  | 'trendingView'
  | 'takedown'
  | 'rating'
  | 'newRating'
  | 'pageView'
  | 'signIn'
  | 'signInAccount';

/** Fetches and re-encodes one picture; answers a JPEG of bounded size. Throws AppError. */
export type Thumbnails = {
  readonly render: (
    source: { address: string; headers: Readonly<Record<string, string>>; platform: PlatformId },
    /** The rate key of whoever asks. */
    network: string,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** How far a source is. `totalBytes` is null until the origin has told; `connections` are those open at this moment. */
export type FetchProgress = {
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly connections: number;
};

/** A source that was fetched whole: its byte map has no gap and its validators never changed. */
export type Part = {
  readonly path: string;
  readonly bytes: number;
  /** There is a long run of zeros in it, as a hole leaves one: worth a closer look. */
  readonly looksHoled: boolean;
};

/** One source to fetch into the file `path`. */
export type FetchTask = {
  readonly source: Source;
  readonly delivery: Delivery;
  readonly path: string;
  /** The size that the platform announced as exact; another one is refused. */
  readonly exactBytes: number | null;
  /** Asked when the origin says that the address is no longer good; gives a fresh one or throws AppError. */
  readonly refresh: () => Promise<Source>;
  readonly signal: AbortSignal;
  readonly report: (progress: FetchProgress) => void;
};

/** A source on its way. Both ways of reading it fail with the same AppError. */
export type Fetching = {
  readonly done: Promise<Part>;
  /**
   * The bytes in order from the start, each as soon as it is there. May be called again, also after `done`. A piece that
   * is `lent` is good only until the next one is asked for, and costs no memory.
   */
  readonly read: (how?: 'lent') => AsyncIterable<Uint8Array>;
};

/** The network of one work: one budget and one set of connections for all its sources. */
export type FetchSession = {
  readonly fetch: (task: FetchTask) => Fetching;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
};

/** Fetches sources through the door. Failures are AppErrors; a platform's misfortune is never `internal`. */
export type Fetcher = {
  readonly open: (platform: PlatformId, maxBytes: number) => FetchSession;
};

/** What to write into a file of sound. `cover` is a JPEG that may still be on its way, and is null when it cannot be had. */
export type Tags = {
  readonly title: string;
  readonly artist: string | null;
  readonly cover: Promise<Uint8Array | null>;
};

/** One file to make. `folder` is the only place that may be written to. */
export type MakeTask = {
  readonly recipe: Recipe;
  readonly inputs: readonly { readonly role: PlannedSource['role']; readonly fetching: Fetching }[];
  readonly folder: string;
  readonly durationSeconds: number | null;
  readonly maxBytes: number;
  readonly tags: Tags | null;
  readonly signal: AbortSignal;
  /** Seconds of the file that are written. */
  readonly report: (seconds: number) => void;
};

/** Makes files of sources. Begins while bytes arrive wherever the container allows. Throws AppError `bad_media`, `making_failed`, `too_large`, `server_full`. */
export type Transcoder = {
  readonly make: (task: MakeTask) => Promise<{ readonly path: string }>;
};

/** One made file to look at. `closely` asks for every second of it instead of three samples. */
export type CheckTask = {
  readonly path: string;
  readonly container: FileContainer;
  readonly expect: Expectation;
  readonly maxDurationSeconds: number;
  readonly closely: boolean;
  readonly signal: AbortSignal;
};

/**
 * Looks at a made file. Throws AppError `bad_media` with the finding as its detail when it is not what was expected, and
 * `too_long`.
 */
export type Checker = {
  readonly check: (task: CheckTask) => Promise<Receipt>;
};

/** A folder of one work on the store's own file system. */
export type Workspace = {
  readonly folder: string;
  /** Gives back what was reserved and removes everything in it. Safe to call twice. */
  readonly remove: () => Promise<void>;
};

/** Finished files. Throws AppError `server_full` or `storage_failed`. */
export type FileStore = {
  /** Lends a folder after making sure that `bytes` fit, if need be by removing files that nobody used for longest. */
  readonly workspace: (bytes: number) => Promise<Workspace>;
  /** Takes a checked file out of a workspace by renaming it; from then on it can be found. */
  readonly keep: (
    path: string,
    file: Pick<StoredFile, 'workKey' | 'receipt' | 'expiresAt'>,
  ) => Promise<StoredFile>;
  readonly find: (workKey: string) => StoredFile | null;
  readonly get: (id: string) => StoredFile | null;
  /** Puts its end off to `expiresAt` unless that is earlier than what it has, and marks it as used. */
  readonly touch: (id: string, expiresAt: number) => Promise<void>;
  /**
   * The bytes of a file, or of a part of it, for a reader in `network` (its rate key; this server itself by default).
   * Throws AppError `expired` when it is gone, or goes because its room is needed while the reader is slow or its network
   * reads more than its share.
   */
  readonly open: (
    id: string,
    range: ByteRange | null,
    network?: string,
  ) => Promise<AsyncIterable<Uint8Array>>;
  readonly remove: (id: string) => Promise<void>;
  /** Removes what has expired; answers how many. */
  readonly sweep: () => Promise<number>;
};

/** What may change in a download. */
export type DownloadChange = Partial<
  Pick<
    Download,
    | 'state'
    | 'title'
    | 'fileName'
    | 'fileId'
    | 'origin'
    | 'failure'
    | 'attempt'
    | 'shareVersion'
    | 'isShared'
    | 'expiresAt'
  >
>;

/**
 * The visitors' downloads. Several servers may share them: each carries out those that it added or took over, and has their
 * files.
 */
export type Downloads = {
  readonly add: (download: Download) => Promise<void>;
  readonly get: (id: string) => Promise<Download | null>;
  /** All of a visitor's, the newest first, at most 50. */
  readonly ofVisitor: (visitor: string) => Promise<readonly Download[]>;
  /** All of this server that are open, the oldest first. */
  readonly open: () => Promise<readonly Download[]>;
  /** All of this server that have a file, the oldest first. */
  readonly ready: () => Promise<readonly Download[]>;
  /** Whether another download than `exceptId` still holds this file. */
  readonly isFileHeld: (fileId: string, exceptId: string) => Promise<boolean>;
  /** Changes a download if it is still in state `from`, and an open one if it is still this server's; answers whether it was. */
  readonly change: (
    id: string,
    from: Download['state'],
    change: DownloadChange,
  ) => Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
  /** Forgets those that ended and expired before `nowMs`; answers how many. */
  readonly forgetExpired: (nowMs: number) => Promise<number>;
};

/** Capabilities made from the server's secret: nothing of them is stored. */
export type Tokens = {
  /** Opens the file of a download, for its own visitor. */
  readonly fileToken: (downloadId: string) => string;
  /** Opens the file of a download for whoever has it, until it is revoked. */
  readonly shareToken: (downloadId: string, shareVersion: number) => string;
  /** What a token opens, or null when it is not one of ours. Compares in constant time. */
  readonly read: (
    token: string,
  ) => { readonly downloadId: string; readonly shareVersion: number | null } | null;
  /** A name for a plan's key that tells nothing about the media. */
  readonly workKey: (planKey: string) => string;
};
