// Ports of trending videos: the videos, their files, uploads, view counts, checks, popular links.
import type { CanonicalItem } from '../blocks/canonical-item.ts';
import type { ByteRange } from '../files/stored-file.ts';
import type { StoredTrendingVideo, TrendingChange, TrendingVideo } from './trending.ts';

/** The store of trending videos. */
export type TrendingVideos = {
  /** At most `limit`: featured ones first, then those with a position in its order, then the newest. */
  readonly list: (limit: number) => Promise<readonly StoredTrendingVideo[]>;
  readonly get: (id: string) => Promise<StoredTrendingVideo | null>;
  /** Throws TypeError for what `isValidTrendingVideo` refuses, AppError `server_full` when there is no disk space. */
  readonly add: (video: TrendingVideo) => Promise<void>;
  /** Changes the given fields if the video has this version; null is any. Throws as `add`. */
  readonly update: (
    id: string,
    change: TrendingChange,
    version: number | null,
  ) => Promise<ChangeResult>;
  /** Removes a video from lists and counts at a time (epoch milliseconds) if it has this version; null is any. */
  readonly remove: (id: string, removedAt: number, version: number | null) => Promise<ChangeResult>;
  /** Restores a video that was removed at this time or later; returns whether it did. */
  readonly restore: (id: string, removedSince: number) => Promise<boolean>;
  /** Deletes the videos that were removed before this time, and returns them. */
  readonly forgetRemoved: (removedBefore: number) => Promise<readonly TrendingVideo[]>;
  /** The number of videos, of all or of the featured ones. */
  readonly countOf: (which: 'all' | 'featured') => Promise<number>;
};

/** The result of a change: `missing` when there is no such video, `changed` when it has another version. */
export type ChangeResult = 'done' | 'missing' | 'changed';

/** A file of a trending video. `etag` includes its quotes and depends on the content. */
export type TrendingFile = { readonly bytes: number; readonly etag: string };

/** The store of thumbnails and uploaded videos, by names for which `trendingFileType` knows a type. */
export type TrendingFiles = {
  readonly find: (name: string) => Promise<TrendingFile | null>;
  /** The bytes of a file, or of a part of it. Throws AppError `not_found_page` when it is gone. */
  readonly open: (name: string, range: ByteRange | null) => Promise<AsyncIterable<Uint8Array>>;
  /** Stores a new file, completely or not at all. Throws TypeError for another name, AppError as `FilmDraft.receive`. */
  readonly add: (name: string, content: Uint8Array) => Promise<void>;
  /** Removes a file, if it exists. Throws TypeError for another name, AppError `storage_failed`. */
  readonly remove: (name: string) => Promise<void>;
};

/** An uploaded file; not checked yet. */
export type UploadedFilm = { readonly path: string; readonly bytes: number };

/** A video that browsers can play, without metadata. */
export type MadeFilm = { readonly path: string; readonly ending: 'mp4' | 'webm' };

/** The folder of one upload, on the file system of the stored files. */
export type FilmDraft = {
  readonly folder: string;
  /**
   * Writes the pieces as they arrive. Throws AppError `body_too_large` at the first byte beyond `maxBytes`, `server_full`,
   * `storage_failed`, and what the pieces throw.
   */
  readonly receive: (pieces: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<UploadedFilm>;
  /** Removes the folder. */
  readonly remove: () => Promise<void>;
};

/** The files of uploads, until they are stored. */
export type FilmFiles = {
  /** Throws AppError `server_full` when `bytes` (0 if unknown) would not fit twice. */
  readonly draft: (bytes: number) => Promise<FilmDraft>;
  /** Stores a file of a draft under a trending file's name. Throws TypeError for another name, AppError as `receive`. */
  readonly keep: (path: string, name: string) => Promise<void>;
  /** Calls `use` with the path of a stored file, valid until it settles. Throws AppError `not_found_page` for no such file. */
  readonly withLocalCopy: <T>(name: string, use: (path: string) => Promise<T>) => Promise<T>;
  /**
   * Removes drafts that this server left when it was killed, and drafts of other servers from before `othersBeforeMs`: later
   * ones may be in progress. To be called while this server has no uploads.
   */
  readonly forgetDrafts: (othersBeforeMs: number) => Promise<void>;
};

/** Processes uploaded videos. Throws AppError `not_a_video` for a file that cannot be read. */
export type Films = {
  /** Makes the file to be stored, in `folder`, without re-encoding. */
  readonly make: (
    film: UploadedFilm & { readonly folder: string },
    signal: AbortSignal,
  ) => Promise<MadeFilm>;
  /** A frame as a JPEG, at most 640 pixels wide: that at `seconds`, or the last one; null is a tenth of the duration. */
  readonly frame: (
    path: string,
    seconds: number | null,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** The store of the order of featured videos. */
export type TrendingOrder = {
  /**
   * Gives the videos the positions 0, 1, 2 and so on, all or none of them. `versions` are those that the operator saw. Throws
   * `changed_meanwhile` when one has another version or one more is featured, `invalid_request` for one that is not featured.
   */
  readonly put: (
    ids: readonly string[],
    versions: Readonly<Record<string, number>>,
  ) => Promise<void>;
};

/** The store of view counts. Counting does not change a video's version. */
export type TrendingCounts = {
  /**
   * Counts one view unless its mark is known. `mark` is a pseudonym of the visitor, `day` its UTC day in epoch milliseconds.
   * Throws TypeError if `day` is not the start of a day, AppError `server_full` when there is no disk space.
   */
  readonly count: (view: {
    readonly video: string;
    readonly mark: string;
    readonly day: number;
  }) => Promise<'counted' | 'known' | 'missing'>;
  /** Removes the marks of earlier days. */
  readonly forgetBefore: (day: number) => Promise<void>;
};

/** A trending video with the result of its last check. */
export type CheckedVideo = {
  readonly id: string;
  /** Changes with every edit by an operator. */
  readonly version: number;
  readonly isAvailable: boolean;
  /** Removed; can still be undone. */
  readonly isRemoved: boolean;
  /** Its address; null for an uploaded video. */
  readonly videoUrl: string | null;
  /** The file name of an uploaded video, or null. */
  readonly film: string | null;
  /** The id of the item at its address, or of the one that the last check found behind a short link. */
  readonly itemId: string | null;
  /** Null until it is checked at its current address. */
  readonly check: { readonly checkedAt: number; readonly misses: number } | null;
};

/** The result of a check. `isAvailable` null leaves it unchanged; `misses` counts consecutive checks that found nothing. */
export type TrendingCheck = {
  readonly checkedAt: number;
  readonly misses: number;
  readonly itemId: string | null;
  readonly isAvailable: boolean | null;
};

/** The store of checks of trending videos. */
export type TrendingChecks = {
  /** All videos, including those whose removal can be undone, in no particular order. */
  readonly list: () => Promise<readonly CheckedVideo[]>;
  /** Stores a check, unless the video was edited or removed meanwhile. Does not change its version. */
  readonly note: (
    seen: Pick<CheckedVideo, 'id' | 'version' | 'videoUrl' | 'film'>,
    check: TrendingCheck,
  ) => Promise<void>;
  /** Removes checks of videos that were deleted for good. */
  readonly forgetGone: () => Promise<void>;
};

/** A finished download to be counted. `name` and `mark` cannot be resolved without the key of the week. */
export type CountedDownload = {
  readonly item: CanonicalItem;
  /** The pseudonym of the item until enough visitors downloaded it. */
  readonly name: string;
  /** The pseudonym of the visitor for this item. */
  readonly mark: string;
  /** The starts of the ISO week and the UTC day, in epoch milliseconds. */
  readonly week: number;
  readonly day: number;
};

/** The store of download counts, without visitors; items are named only once enough visitors downloaded them. */
export type Popular = {
  /** The key of the week in hex; created at the first call of a week. */
  readonly weekKey: (week: number) => Promise<string>;
  /**
   * Counts a download. Once `visitors` different ones downloaded the item, it is stored in clear and their marks are removed.
   * Does nothing when the key of the week was deleted.
   */
  readonly count: (download: CountedDownload, visitors: number) => Promise<void>;
  /** Marks items as being, or having been, trending videos. */
  readonly noteListed: (ids: readonly string[]) => Promise<void>;
  /** Items in clear that never were trending videos, with their downloads since a day; most downloads first. */
  readonly top: (
    sinceDay: number,
    leastDownloads: number,
    limit: number,
  ) => Promise<readonly (Omit<CanonicalItem, 'id'> & { downloads: number; firstDay: number })[]>;
  /** Deletes keys and marks of earlier weeks, and items that were last counted before a day. */
  readonly forgetBefore: (week: number, day: number) => Promise<void>;
};

/** Returns the functions that compute the pseudonyms of one week. */
export type PopularNames = (weekKey: string) => {
  readonly nameOf: (itemId: string) => string;
  readonly markOf: (visitor: string, itemId: string) => string;
};
