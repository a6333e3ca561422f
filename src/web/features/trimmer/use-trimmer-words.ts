// The trimmer's words, typed from its own English file.
import type english from '../../../../content/locales/en/later/trimmer.json';
import { useWords } from '../../words/words.tsx';

/** `trimmer.key`: a text of the trimmer. */
export type TrimmerKey = `trimmer.${keyof typeof english & string}`;

/** What the trimmer says things with. */
export type TrimmerWords = {
  readonly language: string;
  readonly t: (key: TrimmerKey, params?: Readonly<Record<string, string | number>>) => string;
};

/** The words of the page, asked by the trimmer's keys. */
export function useTrimmerWords(): TrimmerWords {
  return useWords();
}
