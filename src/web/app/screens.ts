// Maps pages to screens; screens that are more than text are loaded on demand.
import type { ReactNode } from 'react';
import type { PageFacts } from '../page/page.ts';
import { AboutScreen } from '../screens/about.tsx';
import { ArticleScreen } from '../screens/article.tsx';
import { BlogScreen } from '../screens/blog.tsx';
import { NotFoundScreen } from '../screens/not-found.tsx';
import { TextScreen } from '../screens/text.tsx';
import type { LaterGroup } from '../words/keys.ts';

/** A screen: the content between header and footer. It reads the page from the context. */
export type Screen = () => ReactNode;

type ScreenEntry = {
  readonly load: () => Promise<Screen>;
  /** The source file of a lazy screen, by which the build finds its chunks. */
  readonly file?: string;
  /** The messages that it needs beside those of every page. */
  readonly group?: LaterGroup;
};

const text: ScreenEntry = { load: async () => TextScreen };
const download: ScreenEntry = {
  load: () => import('../screens/download.tsx').then((it) => it.DownloadScreen),
  file: 'screens/download.tsx',
};

const trending: ScreenEntry = {
  load: () => import('../screens/trending.tsx').then((it) => it.TrendingScreen),
  file: 'screens/trending.tsx',
  group: 'trending',
};
const status: ScreenEntry = {
  load: () => import('../screens/status.tsx').then((it) => it.StatusScreen),
  file: 'screens/status.tsx',
  group: 'status',
};
const trimmer: ScreenEntry = {
  load: () => import('../screens/trimmer.tsx').then((it) => it.TrimmerScreen),
  file: 'screens/trimmer.tsx',
  group: 'trimmer',
};

const batch: ScreenEntry = {
  load: () => import('../screens/batch.tsx').then((it) => it.BatchScreen),
  file: 'screens/batch.tsx',
  group: 'batch',
};

const operators: ScreenEntry = {
  load: () => import('../screens/operators.tsx').then((it) => it.OperatorsScreen),
  file: 'screens/operators.tsx',
};
const dmca: ScreenEntry = {
  load: () => import('../screens/dmca.tsx').then((it) => it.DmcaScreen),
  file: 'screens/dmca.tsx',
  group: 'takedown',
};
const transparency: ScreenEntry = {
  load: () => import('../screens/transparency.tsx').then((it) => it.TransparencyScreen),
  file: 'screens/transparency.tsx',
  group: 'takedown',
};
const history: ScreenEntry = {
  load: () => import('../screens/history.tsx').then((it) => it.HistoryScreen),
  file: 'screens/history.tsx',
  group: 'history',
};
const search: ScreenEntry = {
  load: () => import('../screens/search.tsx').then((it) => it.SearchScreen),
  file: 'screens/search.tsx',
  group: 'search',
};
const mobile: ScreenEntry = {
  load: () => import('../screens/mobile.tsx').then((it) => it.MobileScreen),
  file: 'screens/mobile.tsx',
  group: 'mobile',
};

const SCREENS: Readonly<Record<PageFacts['route'], ScreenEntry>> = {
  home: download,
  youtube: download,
  tiktok: download,
  instagram: download,
  facebook: download,
  twitter: download,
  snapchat: download,
  pinterest: download,
  threads: download,
  advanced: download,
  batch,
  trending,
  trimmer,
  status,
  guide: text,
  blog: { load: async () => BlogScreen },
  article: { load: async () => ArticleScreen },
  mobile,
  extension: text,
  about: { load: async () => AboutScreen },
  dmca,
  transparency,
  terms: text,
  privacy: text,
  history,
  search,
  operators,
  offline: text,
  'not-found': { load: async () => NotFoundScreen },
};

/** Loads the screen of a page. Rejects if a file cannot be fetched. */
export function loadScreen(route: PageFacts['route']): Promise<Screen> {
  return SCREENS[route].load();
}

/** Returns the group of messages that a screen needs beside those of every page. */
export function groupOf(route: PageFacts['route']): LaterGroup | undefined {
  return SCREENS[route].group;
}

/** Returns the source file of a lazy screen; undefined if it is in the entry chunk. */
export function screenFileOf(route: PageFacts['route']): string | undefined {
  return SCREENS[route].file;
}
