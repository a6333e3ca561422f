// Where the words of each language are: one chunk per language, loaded when a page in it is opened.
import type { Messages } from '@lingui/core';

const CATALOGUES = {
  en: () => import('virtual:words/en'),
} as const;

/** A language that the pages speak. */
export type PageLanguage = keyof typeof CATALOGUES;

/** All of them. */
export const PAGE_LANGUAGES = Object.keys(CATALOGUES) as readonly PageLanguage[];

/** The compiled messages of a language, or of English when there is no such language. */
export async function loadMessages(language: string): Promise<Messages> {
  const known = PAGE_LANGUAGES.find((one) => one === language) ?? 'en';
  return (await CATALOGUES[known]()).messages;
}
