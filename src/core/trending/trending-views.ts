// Counts views of trending videos: one per visitor, video and UTC day, by playing or downloading.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { CanonicalItem } from '../blocks/canonical-item.ts';
import type { TrendingChecks, TrendingCounts } from './ports.ts';

const DAY_MS = 24 * 3_600_000;

/** The service behind `POST /api/trending/{id}/views`. */
export type TrendingViews = {
  /** Counts a view of a video. Throws `not_found_page` when there is no such video. */
  readonly count: (visitor: string, videoId: string) => Promise<void>;
  /** Counts a finished download for every trending video of this item. */
  readonly countDownload: (visitor: string, item: CanonicalItem) => Promise<void>;
  /** Removes the marks of past days. */
  readonly sweep: () => Promise<void>;
};

/** Creates the service. `markOf` returns a pseudonym of a visitor for one video and one day (epoch milliseconds). */
export function createTrendingViews(needs: {
  readonly counts: TrendingCounts;
  readonly checks: Pick<TrendingChecks, 'list'>;
  readonly markOf: (visitor: string, videoId: string, day: number) => string;
  readonly clock: Clock;
}): TrendingViews {
  const { counts, clock } = needs;
  const today = () => Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const count = (visitor: string, video: string) => {
    const day = today();
    return counts.count({ video, day, mark: needs.markOf(visitor, video, day) });
  };
  return {
    async count(visitor, videoId) {
      if ((await count(visitor, videoId)) === 'missing') throw new AppError('not_found_page');
    },
    async countDownload(visitor, item) {
      const videos = await needs.checks.list();
      for (const { id, itemId, isRemoved } of videos)
        if (itemId === item.id && !isRemoved) await count(visitor, id);
    },
    sweep: () => counts.forgetBefore(today()),
  };
}
