// Which titles answer a query: those of trending videos, which are few and change at any time, so that they have no index.
import { likenesses } from './match-words.ts';
import { tokensOf } from './tokens.ts';

/** A title that answers; `words` are those that a result marks. */
export type RankedTitle<T> = {
  readonly of: T;
  readonly score: number;
  readonly words: ReadonlySet<string>;
};

/** Titles that were split into words. */
export type SplitTitles<T> = {
  readonly titles: readonly { readonly of: T; readonly words: ReadonlySet<string> }[];
  /** The words of all titles. */
  readonly words: ReadonlySet<string>;
};

/** What a word of a title weighs, beside the rarity of words in documents. */
const WORD_SCORE = 2.4;
const LEAST_SHARE = 0.6;

/** Splits titles, once for many queries. */
export function splitTitles<T>(
  all: readonly { readonly text: string; readonly of: T }[],
): SplitTitles<T> {
  const titles = all.map(({ text, of }) => ({
    of,
    words: new Set(tokensOf(text).map(({ word }) => word)),
  }));
  return { titles, words: new Set(titles.flatMap(({ words }) => [...words])) };
}

/** Ranks titles for typed words, as `tokensOf` gives them. */
export function rankTitles<T>(
  { titles, words }: SplitTitles<T>,
  typed: readonly string[],
): RankedTitle<T>[] {
  const meant = typed.map((one) => likenesses(words, one));
  return titles.flatMap(({ of, words: own }) => {
    const marked = new Set<string>();
    let [sum, found] = [0, 0];
    for (const alike of meant) {
      let best = 0;
      for (const [word, likeness] of alike) {
        if (!own.has(word)) continue;
        marked.add(word);
        best = Math.max(best, likeness);
      }
      sum += best;
      found += best > 0 ? 1 : 0;
    }
    const share = found / typed.length;
    return share < LEAST_SHARE
      ? []
      : [{ of, score: WORD_SCORE * sum * share * share, words: marked }];
  });
}
