// What making a file needs: fetching, transcoding, checking.
import type { FileFormat } from '../../shared/formats.ts';
import type { Delivery } from '../../shared/media.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Expectation, PlannedSource, Recipe } from '../choosing/plan.ts';
import type { Receipt } from '../files/stored-file.ts';
import type { Source } from '../inspecting/inspection.ts';

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
  readonly mayHaveGaps: boolean;
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

/** A source that is being fetched. Every way of reading it fails with the same AppError. */
export type Fetching = {
  readonly done: Promise<Part>;
  /**
   * The bytes in order from the start, each as soon as it is there. May be called again, also after `done`. A piece that
   * is `lent` is good only until the next one is asked for, and costs no memory.
   */
  readonly read: (how?: 'lent') => AsyncIterable<Uint8Array>;
  /** Reads the bytes from `from` up to `to`, which is excluded, once all of them are there; fewer where the source ends. */
  readonly readAt: (from: number, to: number) => Promise<Uint8Array>;
  /** Fetches the gap at byte `from`, and those behind it, before all others. Has no effect on a source that comes in segments. */
  readonly want: (from: number) => void;
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
  readonly container: FileFormat;
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
