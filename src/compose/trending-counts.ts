// Wires anonymous counts and checks: views of trending videos, popular links, availability of listed videos.
import { createPopular } from '../adapters/database/popular.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createTrendingChecks } from '../adapters/database/trending-checks.ts';
import { createTrendingCounts } from '../adapters/database/trending-counts.ts';
import { createPopularNames, createViewMarks } from '../adapters/secrets/count-names.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import { leaderDuties } from '../core/async/leader-duties.ts';
import type { BlockList } from '../core/blocks/block-list.ts';
import { canonicalItem } from '../core/blocks/canonical-item.ts';
import type { RunNeeds } from '../core/downloading/run-download.ts';
import type { Inspecting } from '../core/inspecting/inspecting.ts';
import { createCheckingVideos } from '../core/trending/checking-videos.ts';
import { createPopularDownloads } from '../core/trending/popular.ts';
import type { TrendingFiles } from '../core/trending/ports.ts';
import { createTrendingViews } from '../core/trending/trending-views.ts';
import type { Services } from '../http/services.ts';
import type { Leading } from './state/redis.ts';

const MINUTE_MS = 60_000;

/** The services, and the listener for finished downloads. Close it after downloads and before the database. */
export type TrendingCountsModule = Pick<Services, 'trendingViews' | 'popular'> & {
  readonly onFinished: RunNeeds['onFinished'];
  readonly close: () => Promise<void>;
};

/** Opens the counts; every minute it sweeps, and checks one trending video. Throws ConfigError with a remedy. */
export async function composeTrendingCounts(needs: {
  readonly clock: Clock;
  readonly duties: Duties;
  readonly leading: Pick<Leading, 'isLeading'>;
  readonly secret: Uint8Array;
  readonly database: Database;
  readonly inspecting: Inspecting;
  readonly trendingFiles: TrendingFiles;
  readonly blockList: BlockList;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<TrendingCountsModule> {
  const { clock, duties, secret, inspecting, warn } = needs;
  const { db } = needs.database;
  const checks = createTrendingChecks(db);
  const views = createTrendingViews({
    checks,
    clock,
    counts: createTrendingCounts(db),
    markOf: createViewMarks(secret),
  });
  const popular = createPopularDownloads({
    checks,
    clock,
    popular: createPopular(db),
    names: createPopularNames(secret),
    blockList: needs.blockList,
  });
  const checking = createCheckingVideos({
    checks,
    inspecting,
    clock,
    warn,
    files: needs.trendingFiles,
  });

  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  /** Awaited on close, so that no write reaches a closed database. */
  const track = (work: Promise<void>): Promise<void> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const sweep = async () => {
    // First: it records listed videos before the operators' sweep deletes them.
    await popular.sweep();
    await views.sweep();
    await checking.sweep();
  };
  const endDuties = [
    duties.every('sweep-counts', MINUTE_MS, sweep, {
      failure: 'what was counted could not be swept',
    }),
    leaderDuties(duties, needs.leading.isLeading).every(
      'check-trending-video',
      MINUTE_MS,
      () => checking.checkNext(ending.signal),
      {
        failure: 'a trending video could not be checked',
      },
    ),
  ];

  return {
    trendingViews: views,
    popular,
    async onFinished({ visitor, link }) {
      const item = canonicalItem(link.address);
      if (!item) return;
      const counted = [views.countDownload(visitor, item), popular.count(visitor, item)];
      await Promise.all(counted.map(track));
    },
    async close() {
      const ended = endDuties.map((end) => end());
      ending.abort();
      await Promise.allSettled([...ended, ...running]);
    },
  };
}
