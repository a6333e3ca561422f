// The trimmer's messages, typed by its own keys.
import type { WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';

/** A message key of the trimmer: `trimmer.key`. */
export type TrimmerKey = Extract<WordKey, `trimmer.${string}`>;

/** The messages and language for the trimmer. */
export type TrimmerWords = {
  readonly language: string;
  readonly t: (key: TrimmerKey, params?: Readonly<Record<string, string | number>>) => string;
};

/** Returns the messages of the page, with the trimmer's keys. */
export function useTrimmerWords(): TrimmerWords {
  return useWords();
}
