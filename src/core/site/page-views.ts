// Counts page views by page, language and day, without visitors, and summarizes them for operators.
import type { PageViewsAnswer } from '../../shared/api/counts.ts';
import type { Clock } from '../async/clock.ts';
import type { PageViews } from './ports.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_PAGES = 10;
const MAX_LANGUAGES = 20;

/** Counts one view of a page, now. */
export type CountPageView = (path: string, language: string) => Promise<void>;

/** Creates the counter. Days are those of UTC. */
export function createPageViewCounter(
  views: Pick<PageViews, 'count'>,
  clock: Clock,
): CountPageView {
  return (path, language) => views.count({ day: dayOf(clock), path, language });
}

/** Summarizes the last `days` days, today included. */
export type SummarizePageViews = (days: number) => Promise<PageViewsAnswer>;

/** Creates the summary. A view is included about a second after it was counted. */
export function createPageViewSummary(
  views: Pick<PageViews, 'since'>,
  clock: Clock,
): SummarizePageViews {
  return async (days) => {
    const first = dayOf(clock) - (days - 1) * DAY_MS;
    const [perDay, perPage, perLanguage] = [new Map(), new Map(), new Map()] as [
      Map<number, number>,
      Map<string, number>,
      Map<string, number>,
    ];
    for (const { day, path, language, views: count } of await views.since(first)) {
      add(perDay, day, count);
      add(perPage, path, count);
      add(perLanguage, language, count);
    }
    const shown = Array.from({ length: days }, (_, n) => {
      const day = first + n * DAY_MS;
      return { day, views: perDay.get(day) ?? 0 };
    });
    return {
      total: shown.reduce((sum, one) => sum + one.views, 0),
      days: shown,
      pages: largest(perPage, MAX_PAGES).map(([path, count]) => ({ path, views: count })),
      languages: largest(perLanguage, MAX_LANGUAGES).map(([language, count]) => ({
        language,
        views: count,
      })),
    };
  };
}

function add<Key>(sums: Map<Key, number>, key: Key, count: number): void {
  sums.set(key, (sums.get(key) ?? 0) + count);
}

/** Largest first; equal ones by name, so that the order is stable. */
function largest(sums: ReadonlyMap<string, number>, limit: number): [string, number][] {
  return [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, limit);
}

function dayOf(clock: Clock): number {
  return Math.floor(clock.now() / DAY_MS) * DAY_MS;
}
