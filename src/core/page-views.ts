// Counts which pages are seen, in which language, on which day: no visitor is part of it.
import type { Clock } from './ports.ts';
import type { PageViews } from './site-ports.ts';

const DAY_MS = 24 * 3_600_000;

/** Counts one view of a page, now. */
export type CountPageView = (path: string, language: string) => Promise<void>;

/** Makes the counter. Days are those of UTC. */
export function createPageViewCounter(
  views: Pick<PageViews, 'count'>,
  clock: Clock,
): CountPageView {
  return (path, language) =>
    views.count({ day: Math.floor(clock.now() / DAY_MS) * DAY_MS, path, language });
}
