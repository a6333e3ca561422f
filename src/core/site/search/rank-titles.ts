// Which titles answer a query: those of trending videos, which are few and change at any time, so that they have no index.
import { likenessOf } from './match-words.ts';
import { tokensOf } from './tokens.ts';

/** A title that answers; `words` are those that a result marks. */
export type RankedTitle<T> = {
  readonly of: T;
  readonly score: number;
  readonly words: ReadonlySet<string>;
};

/** What a word of a title weighs, beside the rarity of words in documents. */
const WORD_SCORE = 2.4;
const LEAST_SHARE = 0.6;

/** Ranks titles for typed words, as `tokensOf` gives them. */
export function rankTitles<T>(
  titles: readonly { readonly text: string; readonly of: T }[],
  typed: readonly string[],
): RankedTitle<T>[] {
  return titles.flatMap(({ text, of }) => {
    const inTitle = new Set(tokensOf(text).map(({ word }) => word));
    const words = new Set<string>();
    let [sum, found] = [0, 0];
    for (const one of typed) {
      let best = 0;
      for (const word of inTitle) {
        const likeness = likenessOf(one, word);
        if (likeness > 0) words.add(word);
        best = Math.max(best, likeness);
      }
      sum += best;
      found += best > 0 ? 1 : 0;
    }
    const share = found / typed.length;
    return share < LEAST_SHARE ? [] : [{ of, score: WORD_SCORE * sum * share * share, words }];
  });
}
