// The stores of ratings and page views.
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
