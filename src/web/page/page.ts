// Reads the facts about a page from its document: the initial one or one fetched later.
import type { RouteId } from '../../shared/routes.ts';

/** One step of the breadcrumb. */
export type Crumb = { readonly label: string; readonly href: string };

/** The facts about a page, as JSON in `data-page`. */
export type PageFacts = {
  /** The route of the page, or an article. */
  readonly route: RouteId | 'article';
  /** The language code. */
  readonly language: string;
  /** The URL of the page, without the origin. */
  readonly href: string;
  /** The URL of the home page in the same language. */
  readonly home: string;
  /** From the page below home to this one; empty on the home page. */
  readonly crumbs: readonly Crumb[];
};

/** The facts about a page, and its title. */
export type TitledFacts = PageFacts & { readonly title: string };

/** A page to show: its facts, and its prerendered parts as HTML by name. */
export type Page = TitledFacts & {
  readonly parts: Readonly<Record<string, string>>;
};

/** The facts about the site, in `data-…` of the root. `build` identifies the build of the document. */
export type SiteFacts = {
  readonly name: string;
  /** The current year, as text. */
  readonly year: string;
  readonly build: string;
};

/** Returns the root element of React. Throws if the document is not a page of this site. */
export function rootOf(document: Document): HTMLElement {
  const root = document.getElementById('root');
  if (!root?.dataset['page']) throw new TypeError('no page of this site');
  return root;
}

/** Reads the facts about the page of a document. */
export function readFacts(document: Document): TitledFacts {
  const facts = JSON.parse(rootOf(document).dataset['page'] ?? '') as PageFacts;
  return { ...facts, title: document.title };
}

/** Reads the page of a document. */
export function readPage(document: Document): Page {
  const parts = [...rootOf(document).querySelectorAll<HTMLElement>('[data-part]')].map(
    (element) => [element.dataset['part'], element.innerHTML] as const,
  );
  return { ...readFacts(document), parts: Object.fromEntries(parts) };
}

/** Reads the facts about the site from a document. */
export function readSite(document: Document): SiteFacts {
  const { siteName = '', year = '', build = '' } = rootOf(document).dataset;
  return { name: siteName, year, build };
}
