// Ports of ratings and page views.
/** A stored rating. `rater` cannot be traced to a visitor; `day` is its UTC day in epoch milliseconds. */
export type Rating = {
  readonly rater: string;
  readonly stars: 1 | 2 | 3 | 4 | 5;
  readonly day: number;
};

/** The store of ratings: one per visitor. */
export type Ratings = {
  /** Stores a rating in place of an earlier one by the same rater. Throws TypeError if `day` is not the start of a day. */
  readonly put: (rating: Rating) => Promise<void>;
  /** Whether there is a rating by this rater. */
  readonly has: (rater: string) => Promise<boolean>;
  /** The number of ratings and their mean; null if there are none. */
  readonly summary: () => Promise<{ readonly count: number; readonly average: number | null }>;
};

/** A view of a page in a language on a UTC day (epoch milliseconds). */
export type PageView = {
  readonly day: number;
  readonly path: string;
  readonly language: string;
};

/** The store of page views. */
export type PageViews = {
  /** Counts a view. Throws TypeError if `day` is not the start of a day. */
  readonly count: (view: PageView) => Promise<void>;
  /** All counts since a day, in no particular order. */
  readonly since: (dayMs: number) => Promise<readonly (PageView & { readonly views: number })[]>;
};
