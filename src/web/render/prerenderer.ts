// The interface between the build and the prerenderer.
import type { SiteArticle } from '../../shared/site-pages.ts';
import type { Content } from '../parts/content.ts';

/** The URLs of the built files. */
export type PageAssets = {
  readonly script: string;
  /** Scripts that `script` imports. */
  readonly preloads: readonly string[];
  /** Scripts with which React takes over any page, beside these. */
  readonly app: readonly string[];
  /** The chunk with the messages of each language, and of each group of it (`en/later/trimmer`). */
  readonly words: Readonly<Record<string, string>>;
  /** Further scripts of a screen, by its source file, such as `screens/download.tsx`. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
  readonly styles: readonly string[];
  /** Further styles of a screen, which the browser would fetch with its scripts. */
  readonly screenStyles: Readonly<Record<string, readonly string[]>>;
  readonly fonts: readonly string[];
  readonly beforePaint: string;
};

/** The input. `build` identifies the build. */
export type DrawInput = {
  readonly assets: PageAssets;
  readonly content: Content;
  readonly build: string;
};

/** A rendered page. */
export type DrawnPage = {
  /** The language code. */
  readonly language: string;
  /** Its paths without language prefix; the first one is canonical. */
  readonly paths: readonly string[];
  /** The file in the built folder. */
  readonly file: string;
  readonly html: string;
  readonly description: string;
  readonly isListed: boolean;
  readonly status: 200 | 404;
  readonly updated: string;
  /** Its entry in the feed, for articles. */
  readonly article?: SiteArticle;
};

/** Renders every page in every language. */
export type DrawPages = (input: DrawInput) => Promise<readonly DrawnPage[]>;
