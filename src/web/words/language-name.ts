// Names of languages in the language of the page.
import type { Words } from './words.tsx';

/** `Spanish (Mexico)` for `es-MX`; the tag itself where the browser knows no name. */
export function nameOfLanguage(tag: string, { language }: Pick<Words, 'language'>): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
