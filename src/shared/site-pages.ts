// The list of pages that the build writes and the server reads (`pages.json`).
import type { Language } from './languages.ts';

/** A page: its paths without a language, and its file in each language that has it. */
export type SitePage = {
  readonly paths: readonly string[];
  readonly status: 200 | 404;
  /** Language code to file in the built folder. */
  readonly files: Readonly<Record<string, string>>;
};

/** An article, for the feed. `path` includes the language; `published` is a day. */
export type SiteArticle = {
  readonly language: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly published: string;
};

/** The built site. The first language is the default. */
export type SitePages = {
  /** The base path that the pages were built for; empty for a host name of its own. */
  readonly basePath: string;
  readonly languages: readonly Language[];
  readonly pages: readonly SitePage[];
  readonly articles: readonly SiteArticle[];
};
