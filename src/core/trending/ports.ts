// The stores behind trending videos: the videos, their files, view counts, checks, popular links.
import type { CanonicalItem } from '../blocks/canonical-item.ts';
import type { ByteRange } from '../files/stored-file.ts';
import type { StoredTrendingVideo, TrendingChange, TrendingVideo } from './trending.ts';

/** The videos that operators show as trending. */
export type TrendingVideos = {
  /** At most `limit`: featured ones first, then those with a position in its order, then the newest. */
  readonly list: (limit: number) => Promise<readonly StoredTrendingVideo[]>;
  readonly get: (id: string) => Promise<StoredTrendingVideo | null>;
  /** Throws TypeError for what `isSoundTrendingVideo` refuses, AppError `server_full` when there is no room. */
  readonly add: (video: TrendingVideo) => Promise<void>;
  /** Changes what is named and nothing else, while the video has this version; null is any. Throws as `add`. */
  readonly update: (
    id: string,
    change: TrendingChange,
    version: number | null,
  ) => Promise<ChangeResult>;
  /** Takes a video out of lists and counts at a time (epoch milliseconds), while it has this version; null is any. */
  readonly remove: (id: string, removedAt: number, version: number | null) => Promise<ChangeResult>;
  /** Puts back what was removed at this time or later; answers whether it was. */
  readonly restore: (id: string, removedSince: number) => Promise<boolean>;
  /** Forgets for good what was removed before this time, and answers it. */
  readonly forgetRemoved: (removedBefore: number) => Promise<readonly TrendingVideo[]>;
  /** How many there are, of all or of those that are featured. */
  readonly countOf: (which: 'all' | 'featured') => Promise<number>;
};

/** What came of a change: `missing` when there is no such video, `changed` when it has another version by now. */
export type ChangeResult = 'done' | 'missing' | 'changed';

/** A file of ours beside a trending video. `etag` has its quotes and is another one for other bytes. */
export type TrendingFile = { readonly bytes: number; readonly etag: string };

/** Pictures and films of trending videos, by names for which `trendingFileType` knows a type; others are not there. */
export type TrendingFiles = {
  readonly find: (name: string) => Promise<TrendingFile | null>;
  /** The bytes of a file, or of a part of it. Throws AppError `not_found_page` when it is gone. */
  readonly open: (name: string, range: ByteRange | null) => Promise<AsyncIterable<Uint8Array>>;
  /** Keeps a new file, whole or not at all. Throws TypeError for another name, and AppError `server_full`, `storage_failed`. */
  readonly add: (name: string, content: Uint8Array) => Promise<void>;
  /** Removes a file; one that is not there is no matter. Throws TypeError for another name, AppError `storage_failed`. */
  readonly remove: (name: string) => Promise<void>;
};

// The doors in core's walls for films that operators upload: room for them while they arrive, the programs that read them, their order.

/** A film as it came: nothing of it is believed yet. */
export type UploadedFilm = { readonly path: string; readonly bytes: number };

/** A film that browsers play, without what its maker wrote into it. */
export type MadeFilm = { readonly path: string; readonly ending: 'mp4' | 'webm' };

/** A folder of one upload on the file system of the kept files. */
export type FilmDraft = {
  readonly folder: string;
  /** Writes the pieces as they come. Throws AppError `body_too_large` with the first byte beyond `maxBytes`, `server_full`, `storage_failed`, and what the pieces throw. */
  readonly receive: (pieces: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<UploadedFilm>;
  /** Removes everything in it. */
  readonly remove: () => Promise<void>;
};

/** Where films lie while they arrive, and how they come among the kept files. */
export type FilmFiles = {
  /** Throws AppError `server_full` when `bytes` (0 where nobody knows) would not fit twice. */
  readonly draft: (bytes: number) => Promise<FilmDraft>;
  /** Keeps a file of a draft under a name of a trending file. Throws TypeError for another name, AppError as {@link FilmDraft.receive}. */
  readonly keep: (path: string, name: string) => Promise<void>;
  /** Lends the path of a kept file for as long as `use` runs. Throws AppError `not_found_page` when it is gone. */
  readonly withLocalCopy: <T>(name: string, use: (path: string) => Promise<T>) => Promise<T>;
  /**
   * Removes what this server left behind when it was killed, and what anybody left before `othersBeforeMs`: another server on
   * the same folder may have uploads under way. Only while this one has none.
   */
  readonly forgetDrafts: (othersBeforeMs: number) => Promise<void>;
};

/** The programs that read films. Whatever they cannot read is AppError `not_a_video`. */
export type Films = {
  /** Makes the file that is kept, in `folder`, without coding picture or sound again. */
  readonly make: (
    film: UploadedFilm & { readonly folder: string },
    signal: AbortSignal,
  ) => Promise<MadeFilm>;
  /** A picture of a film as a JPEG, at most 640 pixels wide: that at `seconds`, at most the last one; null is a tenth of its length. */
  readonly frame: (
    path: string,
    seconds: number | null,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** The order of the featured videos. */
export type TrendingOrder = {
  /**
   * Gives the videos the places 0, 1, 2 and so on, all or none of them. `versions` are those that were seen. Throws
   * `changed_meanwhile` when one of them has another version or one more is featured, `invalid_request` for one that
   * is no featured video.
   */
  readonly put: (
    ids: readonly string[],
    versions: Readonly<Record<string, number>>,
  ) => Promise<void>;
};

/** Views of trending videos. The count changes without the video's version, which belongs to operators' edits. */
export type TrendingCounts = {
  /**
   * Counts one view, unless its mark was there already. `mark` leads to no visitor, `day` is its UTC day in epoch
   * milliseconds. Throws TypeError for a time finer than a day, AppError `server_full` when there is no room.
   */
  readonly count: (view: {
    readonly video: string;
    readonly mark: string;
    readonly day: number;
  }) => Promise<'counted' | 'known' | 'missing'>;
  /** Forgets the marks of earlier days. */
  readonly forgetBefore: (day: number) => Promise<void>;
};

/** What a trending video leads to, and how the last look at that ended. */
export type CheckedVideo = {
  readonly id: string;
  /** Changes with every edit by an operator. */
  readonly version: number;
  readonly isAvailable: boolean;
  /** Removed, but not yet for good. */
  readonly isRemoved: boolean;
  /** Its address, or null for a film of ours without one. */
  readonly videoUrl: string | null;
  /** The name of a film of ours, or null. */
  readonly film: string | null;
  /** The item that its address leads to, or that the last look found behind a short one. */
  readonly itemId: string | null;
  /** Null until it was looked at under its present address. */
  readonly check: { readonly checkedAt: number; readonly misses: number } | null;
};

/** How a look at a video ended. `isAvailable` null leaves it as it is; `misses` counts looks in a row that found nothing. */
export type TrendingCheck = {
  readonly checkedAt: number;
  readonly misses: number;
  readonly itemId: string | null;
  readonly isAvailable: boolean | null;
};

/** The memory of looks at trending videos. */
export type TrendingChecks = {
  /** All videos, also those whose removal can be undone, in no certain order. */
  readonly list: () => Promise<readonly CheckedVideo[]>;
  /** Remembers a look, unless the video was edited or removed meanwhile. Its version stays as it is. */
  readonly note: (
    seen: Pick<CheckedVideo, 'id' | 'version' | 'videoUrl' | 'film'>,
    check: TrendingCheck,
  ) => Promise<void>;
  /** Forgets looks at videos that are gone for good. */
  readonly forgetGone: () => Promise<void>;
};

/** One finished download on its way into the count. `name` and `mark` are worth nothing without the key of the week. */
export type CountedDownload = {
  readonly item: CanonicalItem;
  /** The item's name among those that too few visitors had. */
  readonly name: string;
  /** The visitor's name for this item alone. */
  readonly mark: string;
  /** Where the ISO week and the UTC day begin, epoch milliseconds. */
  readonly week: number;
  readonly day: number;
};

/** How often items were downloaded, without who, and without which until enough visitors had them. */
export type Popular = {
  /** The key of the week, hex; made with the first question of a week. */
  readonly weekKey: (week: number) => Promise<string>;
  /**
   * Counts a download. Its item is kept in clear once `visitors` different ones had it, and their marks go. Nothing
   * is kept when the key of its week is gone.
   */
  readonly count: (download: CountedDownload, visitors: number) => Promise<void>;
  /** Remembers that items are, or were, on the list of trending videos. */
  readonly noteListed: (ids: readonly string[]) => Promise<void>;
  /** Items in clear that never were on that list, with their downloads from a day on; the most first. */
  readonly top: (
    sinceDay: number,
    leastDownloads: number,
    limit: number,
  ) => Promise<readonly (Omit<CanonicalItem, 'id'> & { downloads: number; firstDay: number })[]>;
  /** Destroys keys and marks of earlier weeks, and forgets what was last counted before a day. */
  readonly forgetBefore: (week: number, day: number) => Promise<void>;
};

/** Makes the names of one week. */
export type PopularNames = (weekKey: string) => {
  readonly nameOf: (itemId: string) => string;
  readonly markOf: (visitor: string, itemId: string) => string;
};
