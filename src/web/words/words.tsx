// Gives the components the words of one language: `const { t } = useWords()`.
import { type Messages, setupI18n } from '@lingui/core';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { WordKey } from './keys.ts';

/** What a component says things with. */
export type Words = {
  /** The language of the page, as the `lang` attribute and `Intl` understand it. */
  readonly language: string;
  /** The text of a key with its places filled. */
  readonly t: (key: WordKey, params?: Readonly<Record<string, string | number>>) => string;
};

const WordsContext = createContext<Words | null>(null);

type WordsProviderProps = {
  readonly language: string;
  readonly messages: Messages;
  readonly children: ReactNode;
};

/** Makes one language's messages available below. */
export function WordsProvider({ language, messages, children }: WordsProviderProps) {
  const words = useMemo<Words>(() => {
    const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
    return { language, t: (key, params) => i18n._(key, params) };
  }, [language, messages]);
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** The words of the page. Throws when the component stands outside of {@link WordsProvider}. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new TypeError('useWords needs a WordsProvider above it');
  return words;
}
