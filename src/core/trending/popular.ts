// The most downloaded items, for operators to feature; counted without visitors, and named only once five downloaded one.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { CanonicalItem } from '../blocks/canonical-item.ts';
import type { Popular, PopularNames, TrendingChecks } from './ports.ts';

const DAY_MS = 24 * 3_600_000;
/** 1 January 1970 was a Thursday, three days after the Monday of its week. */
const DAYS_SINCE_MONDAY = 3;
const SHOWN_DAYS = 7;
/** An item with fewer visitors is not named in the database, and not listed. */
const MIN_VISITORS = 5;
const MAX_SHOWN = 20;
/** More than are shown, since some may be blocked. */
const MAX_READ = 100;

/** One entry of the list. `downloads` are those of the last seven days, the first of them `sinceDays` days ago. */
export type WorthFeaturing = {
  readonly platform: PlatformId;
  readonly link: string;
  readonly downloads: number;
  readonly sinceDays: number;
};

/** The service behind `GET /api/admin/worth-featuring`. */
export type PopularDownloads = {
  /** Counts a finished download. */
  readonly count: (visitor: string, item: CanonicalItem) => Promise<void>;
  /** At most twenty, most downloaded first, without blocked items and those that are or were trending videos. */
  readonly worthFeaturing: () => Promise<readonly WorthFeaturing[]>;
  /** Deletes the keys of past weeks, and items that were not counted for seven days. */
  readonly sweep: () => Promise<void>;
};

/** Creates the service. */
export function createPopularDownloads(needs: {
  readonly popular: Popular;
  readonly checks: Pick<TrendingChecks, 'list'>;
  readonly names: PopularNames;
  readonly blockList: Pick<BlockList, 'hasAddress'>;
  readonly clock: Clock;
}): PopularDownloads {
  const { popular, clock } = needs;
  const today = () => Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const firstDayShown = () => today() - (SHOWN_DAYS - 1) * DAY_MS;
  const noteListed = async () => {
    const ids = (await needs.checks.list()).map(({ itemId }) => itemId);
    await popular.noteListed(ids.filter((id) => id !== null));
  };
  return {
    async count(visitor, item) {
      const day = today();
      const week = weekOf(day);
      const { nameOf, markOf } = needs.names(await popular.weekKey(week));
      const mark = markOf(visitor, item.id);
      await popular.count({ item, name: nameOf(item.id), mark, week, day }, MIN_VISITORS);
    },
    async worthFeaturing() {
      await noteListed();
      const day = today();
      const top = await popular.top(firstDayShown(), MIN_VISITORS, MAX_READ);
      const allowed = top.filter(({ link }) => !needs.blockList.hasAddress(link));
      return allowed.slice(0, MAX_SHOWN).map(({ firstDay, ...line }) => ({
        ...line,
        sinceDays: Math.max(0, (day - firstDay) / DAY_MS),
      }));
    },
    async sweep() {
      await noteListed();
      await popular.forgetBefore(weekOf(today()), firstDayShown());
    },
  };
}

/** The Monday of a day's ISO week; both are epoch milliseconds at 0:00 UTC. */
export function weekOf(day: number): number {
  const days = day / DAY_MS + DAYS_SINCE_MONDAY;
  return (Math.floor(days / 7) * 7 - DAYS_SINCE_MONDAY) * DAY_MS;
}
