// The words of the extension in the language of the browser; the build takes them from the catalogues of the pages.
import { setupI18n } from '@lingui/core';
import { chooseLanguage, type Language } from '../../src/shared/languages.ts';
import type { WordKey } from '../../src/web/words/keys.ts';
import type { Words as PageWords } from '../../src/web/words/words.tsx';
import { browser } from './browser.ts';

/** The keys that the extension uses: its own, and those that pages say alike. */
export type ExtensionKey = Extract<
  WordKey,
  `extension.${string}` | `download.${string}` | `part.${string}`
>;

/** The words in a language, in the shape that the pages' figures and offers are described with. */
export type Words = Omit<PageWords, 't'> & {
  readonly t: (key: ExtensionKey, params?: Readonly<Record<string, string | number>>) => string;
  readonly languages: readonly Language[];
  /** The code of the language that was chosen; undefined for that of the browser. */
  readonly chosen: string | undefined;
  /** The sentence of an error code; null if it is not known. */
  readonly errorText: (
    code: string,
    params: Readonly<Record<string, string | number>>,
  ) => string | null;
};

/** Loads the words of the browser's language. */
export async function loadWords(): Promise<Words> {
  const languages = await read<readonly Language[]>('words/languages.json');
  const { language: chosen } = await browser.storage.local.get('language');
  const stored = typeof chosen === 'string' ? chosen : undefined;
  const language = chooseLanguage(languages, stored, [browser.i18n.getUILanguage()]);
  const messages = await read<Record<string, string>>(`words/${language.code}.json`);
  const { code, intl, dir } = language;
  const i18n = setupI18n({ locale: code, locales: [intl], messages: { [code]: messages } });
  return {
    language: intl,
    code,
    dir,
    languages,
    chosen: stored,
    t: (key, params) => i18n._(key, params),
    errorText: (error, params) =>
      Object.hasOwn(messages, `errors.${error}`)
        ? i18n._(`errors.${error}`, { ...NO_PARAMS, ...params })
        : null,
  };
}

/** What sentences about errors may name, where the server does not say it. */
const NO_PARAMS = {
  retryAfterSeconds: 0,
  minutes: 0,
  gigabytes: 0,
  platform: 'none',
  field: 'none',
} as const;

/** Sets language and direction of a page of the extension. */
export function speak(document: Document, { code, dir }: Words): void {
  document.documentElement.lang = code === 'la-LA' ? 'la' : code;
  document.documentElement.dir = dir;
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(browser.runtime.getURL(path));
  return (await response.json()) as T;
}
