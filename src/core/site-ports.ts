// The doors in core's walls for what visitors see beyond downloading: trending videos, ratings, page views.
import type { ByteRange } from './stored-file.ts';
import type { KeptTrendingVideo, TrendingChange, TrendingVideo } from './trending.ts';

/** The videos that operators show as trending. */
export type TrendingVideos = {
  /** At most `limit`: featured ones first, then those with a position in its order, then the newest. */
  readonly list: (limit: number) => Promise<readonly KeptTrendingVideo[]>;
  readonly get: (id: string) => Promise<KeptTrendingVideo | null>;
  /** Throws TypeError for what `isSoundTrendingVideo` refuses, AppError `server_full` when there is no room. */
  readonly add: (video: TrendingVideo) => Promise<void>;
  /** Changes what is named and nothing else, while the video has this version; null is any. Throws as `add`. */
  readonly update: (id: string, change: TrendingChange, version: number | null) => Promise<Changed>;
  /** Takes a video out of lists and counts at a time (epoch milliseconds), while it has this version; null is any. */
  readonly remove: (id: string, removedAt: number, version: number | null) => Promise<Changed>;
  /** Puts back what was removed at this time or later; answers whether it was. */
  readonly restore: (id: string, removedSince: number) => Promise<boolean>;
  /** Forgets for good what was removed before this time, and answers it. */
  readonly forgetRemoved: (removedBefore: number) => Promise<readonly TrendingVideo[]>;
  /** How many there are, of all or of those that are featured. */
  readonly countOf: (which: 'all' | 'featured') => Promise<number>;
};

/** What came of a change: `missing` when there is no such video, `changed` when it has another version by now. */
export type Changed = 'done' | 'missing' | 'changed';

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

/** A rating as it is remembered. `rater` leads back to no visitor; `day` is its UTC day in epoch milliseconds. */
export type Rating = {
  readonly rater: string;
  readonly stars: 1 | 2 | 3 | 4 | 5;
  readonly day: number;
};

/** What visitors think of the site: one rating each. */
export type Ratings = {
  /** Keeps a rating in place of an earlier one of the same rater. Throws TypeError for a time finer than a day. */
  readonly put: (rating: Rating) => Promise<void>;
  /** Whether there is a rating of this rater. */
  readonly has: (rater: string) => Promise<boolean>;
  /** How many there are, and their mean; null while there is none. */
  readonly summary: () => Promise<{ readonly count: number; readonly average: number | null }>;
};

/** Views of one page in one language on one UTC day (epoch milliseconds): all that is known of them. */
export type PageView = {
  readonly day: number;
  readonly path: string;
  readonly language: string;
};

/** How often pages were seen. */
export type PageViews = {
  /** Counts one. Throws TypeError for a time finer than a day. */
  readonly count: (view: PageView) => Promise<void>;
  /** All counts from a day on, in no certain order. */
  readonly since: (dayMs: number) => Promise<readonly (PageView & { readonly views: number })[]>;
};
