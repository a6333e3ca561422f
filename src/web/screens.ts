// Which screen shows which page; those that are more than text are loaded when they are needed.
import type { ReactNode } from 'react';
import type { PageFacts } from './page.ts';
import { TextScreen } from './screens/text.tsx';

/** A screen: what stands between header and footer. It finds its page by itself. */
export type Screen = () => ReactNode;

type ScreenEntry = {
  readonly load: () => Promise<Screen>;
  /** The file of a screen that is loaded when it is needed, by which the build finds its chunks. */
  readonly file?: string;
};

const text: ScreenEntry = { load: async () => TextScreen };
const download: ScreenEntry = {
  load: () => import('./screens/download.tsx').then((it) => it.DownloadScreen),
  file: 'screens/download.tsx',
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
  trending: text,
  trimmer: text,
  status: text,
  guide: text,
  blog: text,
  article: text,
  mobile: text,
  about: text,
  dmca: text,
  terms: text,
  privacy: text,
  offline: text,
  'not-found': text,
};

/** Loads the screen of a page. Rejects when a file of it cannot be fetched. */
export function loadScreen(route: PageFacts['route']): Promise<Screen> {
  return SCREENS[route].load();
}

/** The file of the screen of a page, when it is not part of the first script. */
export function screenFileOf(route: PageFacts['route']): string | undefined {
  return SCREENS[route].file;
}
