// The table of pages: each is prerendered into one file in each language.
import { HomeScreen } from './screens/home.tsx';
import type { WordKey } from './words/keys.ts';

/** One page: its path, the screen on it, and what its head says. */
export type Page = {
  readonly path: string;
  readonly Screen: () => React.ReactNode;
  readonly title: WordKey;
  readonly description: WordKey;
};

/** Every page there is. */
export const PAGES: readonly Page[] = [
  { path: '/', Screen: HomeScreen, title: 'home.title', description: 'home.description' },
];

/** The page at a path. Throws for a path that was never prerendered. */
export function pageAt(path: string): Page {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new TypeError(`there is no page at ${path}`);
  return page;
}
