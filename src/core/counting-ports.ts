// The doors in core's walls for what is counted without anybody's name: views, checks of trending videos, popular links.
import type { CanonicalItem } from './canonical-item.ts';

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
export type WatchedVideo = {
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
  readonly list: () => Promise<readonly WatchedVideo[]>;
  /** Remembers a look, unless the video was edited or removed meanwhile. Its version stays as it is. */
  readonly note: (
    seen: Pick<WatchedVideo, 'id' | 'version' | 'videoUrl' | 'film'>,
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
