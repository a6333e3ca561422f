// What the browser knows of the page it shows: read from the document, the one it was opened with or one fetched since.
import type { RouteId } from '../../shared/routes.ts';

/** One step of the breadcrumb. */
export type Crumb = { readonly label: string; readonly href: string };

/** What a document says of itself, as JSON in `data-page`. */
export type PageFacts = {
  /** The page of the table, or an article. */
  readonly route: RouteId | 'article';
  /** The code of its language. */
  readonly language: string;
  /** Its own address, without an origin. */
  readonly href: string;
  /** The address of the home page in its language. */
  readonly home: string;
  /** From the page below home to this one; empty on the home page. */
  readonly crumbs: readonly Crumb[];
};

/** A page to show: its facts, and the parts that the build has drawn, as HTML by name. */
export type Page = PageFacts & {
  readonly title: string;
  readonly parts: Readonly<Record<string, string>>;
};

/** What the server says of the site, in `data-…` of the root. `build` names the build that drew the document. */
export type SiteFacts = {
  readonly name: string;
  readonly builtInYear: number;
  readonly build: string;
};

/** The place that React draws into. Throws for a document that is not one of our pages. */
export function rootOf(document: Document): HTMLElement {
  const root = document.getElementById('root');
  if (!root?.dataset['page']) throw new TypeError('the document is not a page of this site');
  return root;
}

/** Reads the page of a document. */
export function readPage(document: Document): Page {
  const root = rootOf(document);
  const facts = JSON.parse(root.dataset['page'] ?? '') as PageFacts;
  const parts = [...root.querySelectorAll<HTMLElement>('[data-part]')].map(
    (element) => [element.dataset['part'], element.innerHTML] as const,
  );
  return { ...facts, title: document.title, parts: Object.fromEntries(parts) };
}

/** Reads what a document says of the site. */
export function readSite(document: Document): SiteFacts {
  const { siteName = '', builtInYear = '', build = '' } = rootOf(document).dataset;
  return { name: siteName, builtInYear: Number(builtInYear), build };
}
