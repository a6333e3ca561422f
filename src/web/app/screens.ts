// Maps pages to screens; screens that are more than text are loaded on demand.
import type { ReactNode } from 'react';
import type { PageFacts } from '../page/page.ts';
import { AboutScreen } from '../screens/about.tsx';
import { ArticleScreen } from '../screens/article.tsx';
import { BlogScreen } from '../screens/blog.tsx';
import { NotFoundScreen } from '../screens/not-found.tsx';
import { TextScreen } from '../screens/text.tsx';
import { toolScreen } from '../screens/tool-screen.tsx';
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

const trending = tool(
  'trending',
  () => import('../features/trending/index.tsx').then((it) => it.Trending),
  'trending-page',
  { group: 'trending', below: 'benefits' },
);
const status = tool(
  'status',
  () => import('../features/status/index.tsx').then((it) => it.Status),
  'status-page',
  { group: 'status' },
);
const trimmer = tool(
  'trimmer',
  () => import('../features/trimmer/index.tsx').then((it) => it.Trimmer),
  'trimmer-page',
  { group: 'trimmer' },
);
const batch = tool(
  'batch',
  () => import('../features/batch/index.tsx').then((it) => it.Batch),
  'batch-page',
  { group: 'batch' },
);
const history = tool(
  'history',
  () => import('../features/history/index.tsx').then((it) => it.History),
  'text-page history-page',
  { group: 'history' },
);
const search = tool(
  'search',
  () => import('../features/search/index.tsx').then((it) => it.Search),
  'text-page search-page',
  { group: 'search' },
);
const mobile = tool(
  'mobile',
  () => import('../features/mobile/index.tsx').then((it) => it.Mobile),
  'text-page',
  { group: 'mobile', above: 'link' },
);
const transparency = tool(
  'transparency',
  () => import('../features/transparency/index.tsx').then((it) => it.Transparency),
  'text-page transparency-page',
  { group: 'takedown' },
);
const operators: ScreenEntry = {
  load: () => import('../screens/operators.tsx').then((it) => it.OperatorsScreen),
  file: 'screens/operators.tsx',
};
const dmca: ScreenEntry = {
  load: () => import('../screens/dmca.tsx').then((it) => it.DmcaScreen),
  file: 'screens/dmca.tsx',
  group: 'takedown',
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

/** The screen of a feature; its `group` of messages is loaded with it. */
function tool(
  feature: string,
  load: () => Promise<Screen>,
  className: string,
  { group, ...parts }: { readonly group: LaterGroup } & Parameters<typeof toolScreen>[2],
): ScreenEntry {
  let screen: Screen | undefined;
  return {
    // One component each time: React keeps its state when the language changes.
    load: async () => {
      const Tool = await load();
      screen ??= toolScreen(Tool, className, parts);
      return screen;
    },
    file: `features/${feature}/index.tsx`,
    group,
  };
}
