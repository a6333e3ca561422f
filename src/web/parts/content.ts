// The types of the long texts in content/, with their Markdown rendered to HTML.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { RouteId } from '../../shared/routes.ts';

/** One step of a how-to. `image` names a picture of the step. */
export type Step = {
  readonly name: string;
  readonly text: string;
  readonly image?: string;
  readonly alt?: string;
};

/** A question and its answer, both plain text. */
export type Question = { readonly question: string; readonly answer: string };

/** A feature with a title and a sentence. */
export type Feature = { readonly title: string; readonly text: string };

/** The text of a page. `updated` is a day, such as `2026-11-21`. */
export type PageText = {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  /** The short name for menus and breadcrumbs. */
  readonly crumb: string;
  readonly updated: string;
  /** Other words under which the search finds it. */
  readonly keywords?: string | undefined;
  /** The body as trusted HTML. */
  readonly html: string;
  readonly steps: readonly Step[];
  readonly faq: readonly Question[];
  readonly related: readonly Reference[];
  readonly works: readonly string[];
  readonly limits: readonly string[];
  readonly features: readonly Feature[];
  readonly platforms: Readonly<Partial<Record<PlatformId, string>>>;
  readonly benefits: readonly Feature[];
  /** Sentences of this page alone, by name. */
  readonly words: Readonly<Record<string, string>>;
};

/** A link from a text to a page or an article. */
export type Reference = { readonly route: RouteId } | { readonly slug: string };

/** An article of the blog. `published` is a day. */
export type Article = PageText & {
  readonly slug: string;
  readonly published: string;
  readonly topic: string;
  /** The reading time in whole minutes, ≥ 1. */
  readonly readingMinutes: number;
};

/** All long texts of one language. Articles are newest first; English ones replace missing ones. */
export type LanguageContent = {
  readonly pages: Readonly<Record<RouteId, PageText>>;
  readonly articles: readonly Article[];
};

/** The long texts by language code. */
export type Content = Readonly<Record<string, LanguageContent>>;
