// When React takes over a page: at once only where it has something to do without the visitor.
import type { PageFacts } from '../page/page.ts';

/**
 * `load`: as soon as the page is there. `sign`: at the first sign of a visitor, such as a move of the mouse. `press`: once
 * something is pressed or typed that needs it.
 */
export type Begin = 'load' | 'sign' | 'press';

type Route = PageFacts['route'];

/** Pages of text: their links, menus and search work without React. */
const TEXTS: ReadonlySet<Route> = new Set([
  'guide',
  'blog',
  'article',
  'extension',
  'about',
  'terms',
  'privacy',
  'offline',
  'not-found',
]);

/** Pages that load something or show what this browser has stored. */
const LOADING: ReadonlySet<Route> = new Set([
  'batch',
  'trending',
  'status',
  'dmca',
  'transparency',
  'history',
  'search',
  'operators',
]);

/** Returns when React takes over a page of this route, if the browser has nothing to continue. */
export function beginOf(route: Route): Begin {
  if (TEXTS.has(route)) return 'press';
  return LOADING.has(route) ? 'load' : 'sign';
}
