// Ports of the pipeline: fetcher, transcoder, checker.
import type { FileFormat } from '../../shared/media/formats.ts';
import type { Chapter, Delivery } from '../../shared/media/media.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Span } from '../choosing/choice.ts';
import type { PlannedSource, Recipe } from '../choosing/plan.ts';
import type { MadeFrom } from '../files/checking/expected-file.ts';
import type { Expected } from '../files/checking/find-fault.ts';
import type { ArrivingFile } from '../files/early-files.ts';
import type { LoudnessMade, Receipt } from '../files/stored-file.ts';
import type { Source, Via } from '../inspecting/inspection.ts';
import type { Cue } from '../subtitles/cue.ts';
import type { WorkTurn } from './work-turns.ts';

/** How far a source is. `totalBytes` is null until the origin announces it; `connections` are those open at this moment. */
export type FetchProgress = {
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly connections: number;
};

/** A source that was fetched completely: no gap in its bytes, and its validators never changed. */
export type Part = {
  readonly path: string;
  readonly bytes: number;
  /** It contains a long run of zeros, which may be a gap and calls for a closer check. */
  readonly mayHaveGaps: boolean;
  /** All of its source was fetched; left out for a stored file. */
  readonly isWhole?: boolean;
};

/** A source that can be read in places. `read` gives fewer bytes where the source ends, or its origin refuses. */
export type ReadableSource = {
  readonly bytes: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
};

/** Where in its source a fetched file begins, in seconds. `held` is the span that it shows, if it is cut to that already. */
export type FetchedPart = { readonly startSeconds: number; readonly held: Span | null };

/**
 * A part of a source that is a file by itself: a beginning written for it, and the bytes of the source from `from` up to `to`, which is
 * excluded.
 */
export type SourcePart = FetchedPart & {
  readonly head: Uint8Array;
  readonly from: number;
  readonly to: number;
};

/** A part to fetch. With `isExact`, what is before the span is not shown where the format can hide it. */
export type WantedSpan = Span & { readonly isExact: boolean };

/** Finds the part of a source, a file, that holds a span; null where only the whole does. Never throws for what the source holds. */
export type FindPart = (source: ReadableSource, span: WantedSpan) => Promise<SourcePart | null>;

/** One source to fetch into the file `path`. With `part`, only what holds its span, where that can be told. */
export type FetchTask = {
  readonly source: Source;
  readonly delivery: Delivery;
  readonly path: string;
  /** The exact size that the platform announced; any other size is refused. */
  readonly exactBytes: number | null;
  readonly part?: { readonly span: WantedSpan; readonly find: FindPart } | null;
  /** Whether the origin's ranges can be believed; true by default. Else all of it is one response. */
  readonly inRanges?: boolean;
  /** Called when the origin rejects the address as expired; returns a fresh one or throws AppError. */
  readonly refresh: () => Promise<Source>;
  readonly signal: AbortSignal;
  readonly report: (progress: FetchProgress) => void;
};

/** The bytes of a source from `from` up to `to`, which is excluded, and their place in another file. */
export type Extent = { readonly from: number; readonly to: number; readonly at: number };

/**
 * The ranges of a source that are in the file `path`, in ascending order; the others are in its own file. They can be read until `signal`
 * aborts.
 */
export type MovedBytes = {
  readonly path: string;
  readonly extents: readonly Extent[];
  readonly signal: AbortSignal;
};

/** All of a source. */
export const WHOLE_SOURCE: FetchedPart = { startSeconds: 0, held: null };

/** A source that is being fetched. Every way of reading it fails with the same AppError. */
export type Fetching = {
  readonly done: Promise<Part>;
  /** The length in bytes, as soon as its origin states it, at the latest with `done`. */
  readonly totalBytes: Promise<number>;
  /** {@link WHOLE_SOURCE} unless only a part is fetched. Known before any of its bytes. */
  readonly part: Promise<FetchedPart>;
  /**
   * The bytes in order from the start, as they arrive. May be called again, also after `done`. The buffer of a `lent` piece is
   * reused for the next one.
   */
  readonly read: (how?: 'lent') => AsyncIterable<Uint8Array>;
  /** Reads the bytes from `from` up to `to`, which is excluded, once all of them have arrived; fewer at the end of the source. */
  readonly readAt: (from: number, to: number) => Promise<Uint8Array>;
  /** Like `readAt`, but as many of the bytes as follow each other, once the first has arrived. */
  readonly readSome: (from: number, to: number, how?: HowToRead) => Promise<Uint8Array>;
  /** Fetches the gap at byte `from`, and those behind it, before all others. Has no effect on a source in segments. */
  readonly want: (from: number) => void;
  /**
   * Moves bytes into another file, which exists and may be renamed afterwards: those that are there now, and each later one as it
   * arrives. They are read as before, but are no longer in the file of `done`. With null they return to it. Has no effect on a source
   * that failed. Left out by one that is a file already.
   */
  readonly moveTo?: (moved: MovedBytes | null) => Promise<void>;
};

/** `isUrgent`: the bytes are fetched before all others. `into` is a buffer as long as the range or longer, which the bytes are put into. */
export type HowToRead = { readonly isUrgent?: boolean; readonly into?: Uint8Array };

/** The connections of one job: one byte budget and one set of connections for all its sources. */
export type FetchSession = {
  readonly fetch: (task: FetchTask) => Fetching;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
};

/** Fetches sources through the egress proxy. Failures are AppErrors; a failure of the platform is never `internal`. */
export type Fetcher = {
  /** As the inspection reached the platform, whose addresses are for no other. Default: by the first egress. */
  readonly open: (platform: PlatformId, maxBytes: number, via?: Via) => FetchSession;
};

/**
 * Tags for a file; `date` is a year or a day (2019-05-31). `cover` resolves with a JPEG, or null when there is none. With `ofSource` those that name the work, and the
 * cover, are taken from the source where it has them, and nothing else is.
 */
export type Tags = {
  readonly title: string;
  readonly artist: string | null;
  readonly album?: string;
  readonly albumArtist?: string;
  readonly date?: string;
  readonly track?: string;
  readonly disc?: string;
  readonly genre?: string;
  readonly cover: Promise<Uint8Array | null>;
  readonly ofSource?: true;
};

/** Subtitles to put into a file, their language (ISO 639-2), and the name of their track. */
export type MadeSubtitles = {
  readonly cues: readonly Cue[];
  readonly language: string;
  readonly name: string;
};

/** The subtitles that were read for a file, and the languages (BCP 47) of those that could not be had. */
export type ReadSubtitles = {
  readonly made: readonly MadeSubtitles[];
  readonly missing: readonly string[];
};

/** A file to make. Nothing outside `folder` may be written. */
export type MakeTask = {
  readonly recipe: Recipe;
  readonly inputs: readonly { readonly role: PlannedSource['role']; readonly fetching: Fetching }[];
  readonly folder: string;
  readonly durationSeconds: number | null;
  readonly maxBytes: number;
  readonly tags: Tags | null;
  /** None by default. */
  readonly subtitles?: Promise<ReadSubtitles>;
  /** Those of the sources, written into what is made of them where its format holds chapters. None by default. */
  readonly chapters?: readonly Chapter[];
  readonly signal: AbortSignal;
  /** The job's share of the processors. Default: it is never paused. */
  readonly turn?: WorkTurn;
  /** Called with the seconds of the file that are written. */
  readonly report: (seconds: number) => void;
  /**
   * Called once where the bytes of the file are settled while its sources arrive, and with null if they will be others after all. By default
   * it is not read until it is made.
   */
  readonly onArriving?: (file: ArrivingFile | null) => void;
};

/**
 * A file that was made. `span` is the part of its source that it really holds, where that is not the one that was asked for; `from` is
 * null for a source that is the file itself, and for pictures.
 */
export type MadeFile = {
  readonly path: string;
  readonly span: Span | null;
  readonly from: MadeFrom | null;
  /** That of the file as it was arriving, if this is the same. */
  readonly etag?: string;
  /** An MP4 whose index is behind its media. */
  readonly isIndexLast?: boolean;
  /** Whether its edit list hides pictures from before its part. Default: it does not. */
  readonly hidesLead?: boolean;
  /** Where its loudness was chosen. */
  readonly loudness?: LoudnessMade | null;
};

/** Makes files from sources. Starts while bytes arrive where the container allows it. Throws AppError `bad_media`, `making_failed`, `too_large`, `server_full`. */
export type Transcoder = {
  readonly make: (task: MakeTask) => Promise<MadeFile>;
};

/** The most bits a second that the sources of a picture and of a sound had; null where that is not known. */
export type SourceRates = { readonly picture: number | null; readonly sound: number | null };

/**
 * A file to check. `closely` decodes every second of it instead of a few places. `isPart`: it was cut from a key frame on, without
 * decoding.
 */
export type CheckTask = {
  readonly path: string;
  readonly container: FileFormat;
  readonly expect: Expected;
  /** What the platform announced, in seconds; unknown by default. */
  readonly announcedSeconds?: number | null;
  readonly maxDurationSeconds: number;
  readonly closely: boolean;
  readonly isPart?: boolean;
  readonly isIndexLast?: boolean;
  /** Those of a platform's media, of which it is measured whether they are empty. Default: it is not. */
  readonly sourceRates?: SourceRates | null;
  readonly signal: AbortSignal;
  /** As for {@link MakeTask}. */
  readonly turn?: WorkTurn;
};

/**
 * Checks a file. Throws AppError `bad_media`, with the finding as its detail, when it does not hold what it must, and `too_long`.
 */
export type Checker = {
  readonly check: (task: CheckTask) => Promise<Receipt>;
};
