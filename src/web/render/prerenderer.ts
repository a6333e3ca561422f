// What the build and the pages agree on when pages are drawn at build time.
import type { SiteArticle } from '../../shared/site-pages.ts';
import type { Content } from './content.ts';

/** The addresses of what the build made. */
export type PageAssets = {
  readonly script: string;
  /** Scripts that `script` will ask for. */
  readonly preloads: readonly string[];
  /** The chunk with the words of each language. */
  readonly words: Readonly<Record<string, string>>;
  /** Further scripts of a screen, by the file it is in, such as `screens/download.tsx`. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  readonly beforePaint: string;
};

/** All that the drawing is given. `build` names it; `year` is its year. */
export type DrawInput = {
  readonly assets: PageAssets;
  readonly content: Content;
  readonly build: string;
  readonly year: number;
};

/** A picture to be drawn for those who share a page. `file` is below the built folder. */
export type ShareImage = {
  readonly file: string;
  readonly language: string;
  readonly kicker: string;
  readonly heading: string;
};

/** A drawn page: where it lies, what is at its address. */
export type DrawnPage = {
  /** The code of its language. */
  readonly language: string;
  /** Its paths without a language, the first is the one to tell search engines. */
  readonly paths: readonly string[];
  /** The file in the built folder. */
  readonly file: string;
  readonly html: string;
  readonly description: string;
  readonly isListed: boolean;
  readonly status: 200 | 404;
  readonly updated: string;
  readonly image: ShareImage;
  /** Its entry in the feed, for articles. */
  readonly article?: SiteArticle;
};

/** Draws every page in every language. */
export type DrawPages = (input: DrawInput) => Promise<readonly DrawnPage[]>;
