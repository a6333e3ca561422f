// The port of search: the texts of the site, as the build of the pages wrote them.

export type DocumentKind = 'page' | 'guide' | 'blog';

/** A page, the guide or an article. */
export type SiteDocument = {
  readonly kind: DocumentKind;
  /** Its path, with the language. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** What people may call it, where its text says otherwise. */
  readonly keywords: string;
  readonly headings: string;
  /** All of its text, with the headings; results quote it. */
  readonly text: string;
};

/** The documents by language code; null for a language without them. */
export type Library = { readonly read: (language: string) => Promise<SiteDocument[] | null> };
