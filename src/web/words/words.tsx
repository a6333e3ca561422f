// Provides the messages of one language to components: `const { t } = useWords()`.
import type { Messages } from '@lingui/core';
import { createContext, type ReactNode, use, useCallback, useContext, useMemo } from 'react';
import type { Language } from '../../shared/languages.ts';
import { loadLaterMessages } from './catalogues.ts';
import type { LaterGroup, WordKey } from './keys.ts';
import { type Say, sayIn } from './say.ts';

/** The messages and language for a component. */
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
/** The loaded lazy groups, each loaded once per language. */
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

/** Provides a lazy group to its children; suspends until it is loaded. */
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

/** Preloads a group for `MoreWords`. Rejects if it cannot be fetched; the next call tries again. */
export function useLoadWords(): (group: LaterGroup) => Promise<Messages> {
  const { code, more } = spoken(useContext(WordsContext));
  return useCallback((group) => loadOnce({ code, more }, group), [code, more]);
}

/** Returns the messages of the page. Throws outside of {@link WordsProvider}. */
export function useWords(): Words {
  return spoken(useContext(WordsContext));
}

function loadOnce({ code, more }: Pick<Spoken, 'code' | 'more'>, group: LaterGroup) {
  const known = more.get(group);
  if (known) return known;
  const load = loadLaterMessages(code, group);
  more.set(group, load);
  load.then(
    // Marks the promise as React does after waiting for it; else React would briefly show a fallback for loaded messages.
    (value) => Object.assign(load, { status: 'fulfilled', value }),
    () => more.delete(group),
  );
  return load;
}

function spoken(words: Spoken | null): Spoken {
  if (!words) throw new TypeError('no WordsProvider');
  return words;
}
