// The list of pages that the build writes and the server goes by (`pages.json`).
import type { Language } from './languages.ts';

/** A page: its paths without a language, and its file in each language that has it. */
export type SitePage = {
  readonly paths: readonly string[];
  readonly status: 200 | 404;
  /** Language code to a file below the built folder. */
  readonly files: Readonly<Record<string, string>>;
};

/** An article as the feed tells of it. `path` is with its language, `published` a day. */
export type SiteArticle = {
  readonly language: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly published: string;
};

/** Everything that was built. The first language is the one for those who wish for none of the others. */
export type SitePages = {
  readonly languages: readonly Language[];
  readonly pages: readonly SitePage[];
  readonly articles: readonly SiteArticle[];
};
