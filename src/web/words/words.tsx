// Gives the components the words of one language: `const { t } = useWords()`.
import { type Messages, setupI18n } from '@lingui/core';
import { createContext, type ReactNode, use, useCallback, useContext, useMemo } from 'react';
import type { Language } from '../../shared/languages.ts';
import { loadLaterMessages } from './catalogues.ts';
import type { DrawnKey, LaterGroup, WordKey } from './keys.ts';

/** The text of a key with its places filled. */
export type Say<Key> = (key: Key, params?: Readonly<Record<string, string | number>>) => string;

/** What a component says things with. */
export type Words = {
  /** The language of the page as `Intl` understands it. */
  readonly language: string;
  /** The code of that language, which `Intl` may not know. */
  readonly code: string;
  readonly dir: Language['dir'];
  readonly t: Say<WordKey>;
};

type Spoken = Words & {
  readonly messages: Messages;
  readonly more: LaterLoads;
};
/** What was asked for later, by group: asked for once, kept with the language. */
type LaterLoads = Map<LaterGroup, Promise<Messages>>;

const WordsContext = createContext<Spoken | null>(null);

type WordsProviderProps = {
  readonly language: Language;
  readonly messages: Messages;
  readonly children: ReactNode;
};

/** Makes one language's messages available below. */
export function WordsProvider({ language, messages, children }: WordsProviderProps) {
  const words = useMemo<Spoken>(
    () => ({
      language: language.intl,
      code: language.code,
      dir: language.dir,
      messages,
      more: new Map(),
      t: sayIn(language, messages),
    }),
    [language, messages],
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** Adds a group that is loaded later to the words below; suspends until it is there. */
export function MoreWords({
  group,
  children,
}: {
  readonly group: LaterGroup;
  readonly children: ReactNode;
}) {
  const words = spoken(useContext(WordsContext));
  const more = use(loadOnce(words, group));
  const all = useMemo<Spoken>(() => {
    const messages = { ...words.messages, ...more };
    const language = { code: words.code, intl: words.language };
    return { ...words, messages, t: sayIn(language, messages) };
  }, [words, more]);
  return <WordsContext value={all}>{children}</WordsContext>;
}

/** Loads a group that `MoreWords` then has at once. Rejects when it cannot be fetched; then it is tried again next time. */
export function useLoadWords(): (group: LaterGroup) => Promise<Messages> {
  const { code, more } = spoken(useContext(WordsContext));
  return useCallback((group) => loadOnce({ code, more }, group), [code, more]);
}

/** The words of the page. Throws when the component stands outside of {@link WordsProvider}. */
export function useWords(): Words {
  return spoken(useContext(WordsContext));
}

/** Says things in a language with its messages; for what the build draws, with more keys than a page has. */
export function sayIn<Key extends DrawnKey>(
  { code, intl }: Pick<Language, 'code' | 'intl'>,
  messages: Messages,
): Say<Key> {
  const i18n = setupI18n({ locale: code, locales: [intl], messages: { [code]: messages } });
  return (key, params) => i18n._(key, params);
}

function loadOnce({ code, more }: Pick<Spoken, 'code' | 'more'>, group: LaterGroup) {
  const known = more.get(group);
  if (known) return known;
  const load = loadLaterMessages(code, group);
  more.set(group, load);
  load.then(
    // As React marks what it waited for: without it, it would show a fallback for what is there, and keep it for a while.
    (value) => Object.assign(load, { status: 'fulfilled', value }),
    () => more.delete(group),
  );
  return load;
}

function spoken(words: Spoken | null): Spoken {
  if (!words) throw new TypeError('useWords needs a WordsProvider above it');
  return words;
}
