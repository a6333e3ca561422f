// Visitors rate the site once they have a file from it; a rating is stored without the visitor and the file.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { Downloading } from '../downloading/service.ts';
import type { Limiter } from '../limits/ports.ts';
import { takeToken } from '../limits/rate-limit.ts';
import type { Rating, Ratings } from './ports.ts';

const DAY_MS = 24 * 3_600_000;
/** A mean of fewer ratings is not shown. */
const MIN_SHOWN = 20;

/** The ratings as shown; `average` has one decimal. */
export type RatingSummary = { readonly count: number; readonly average: number };

/** A request to rate the site. `network` is the rate key of the client. */
export type RatingRequest = {
  readonly visitor: string;
  readonly job: string;
  readonly stars: Rating['stars'];
  readonly network: string;
};

/** The service for ratings. */
export type RatingService = {
  /**
   * Stores a visitor's rating in place of an earlier one. Throws `job_not_found` unless `job` is a finished download of that
   * visitor, and `too_many_requests` after a few new raters of the same network: new cookies are free.
   */
  readonly rate: (request: RatingRequest) => Promise<void>;
  /** Null while there are fewer than twenty. */
  readonly summary: () => Promise<RatingSummary | null>;
};

/** Creates the service. `raterOf` returns a pseudonym for ratings only, which cannot be linked to downloads. */
export function createRatingService(needs: {
  readonly ratings: Ratings;
  readonly downloading: Pick<Downloading, 'get'>;
  readonly raterOf: (visitor: string) => string;
  readonly limiter: Pick<Limiter, 'take'>;
  readonly clock: Clock;
}): RatingService {
  const { ratings, downloading, clock } = needs;
  return {
    async rate({ visitor, job, stars, network }) {
      const { download } = await downloading.get(visitor, job);
      if (download.state !== 'ready') throw new AppError('job_not_found');
      const day = Math.floor(clock.now() / DAY_MS) * DAY_MS;
      const rater = needs.raterOf(visitor);
      if (!(await ratings.has(rater))) await takeToken(needs.limiter, 'newRating', network);
      await ratings.put({ rater, stars, day });
    },
    async summary() {
      const { count, average } = await ratings.summary();
      if (count < MIN_SHOWN || average === null) return null;
      return { count, average: Math.round(average * 10) / 10 };
    },
  };
}
