// The port of search: the indexes that the build of the pages made.
import type { IndexedDocument, WordIndex } from './word-index.ts';

/** What can be searched in one language. */
export type LanguageLibrary = {
  readonly index: WordIndex;
  /** The text of a document. */
  readonly textOf: (document: IndexedDocument) => Promise<string>;
};

/** The libraries by language code; null for a language without one. */
export type Library = { readonly open: (language: string) => Promise<LanguageLibrary | null> };
