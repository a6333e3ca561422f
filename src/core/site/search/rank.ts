// Which texts of an index answer a query, best first.
import { isHan, wordsOf } from './tokens.ts';
import type { WordIndex } from './word-index.ts';

/** A text that answers, by its place among the texts of the index. */
export type RankedText = { readonly text: number; readonly score: number };

/** `words` are all words of the index that were taken for typed ones: what a result marks. */
export type Ranking = {
  readonly texts: readonly RankedText[];
  readonly words: ReadonlySet<string>;
};

const MAX_WORDS = 12;

/** The different words of a query, at most twelve. */
export function typedWords(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
}

/**
 * Ranks the texts of an index for typed words. One with less of the query than `leastShare`, by how rare the words are, is
 * left out; a word that no text has counts only if there are texts with enough of the others.
 */
export function rank(index: WordIndex, typed: readonly string[], leastShare: number): Ranking {
  const words = new Set<string>();
  const sums = new Map<number, { score: number; share: number }>();
  let [known, total] = [0, 0];
  for (const one of typed) {
    const hits = index.find(one);
    const importance = importanceOf(one);
    const rarity = importance * Math.log((index.size + 1) / Math.max(hits.length, 0.5));
    total += rarity;
    if (hits.length > 0) known += rarity;
    for (const hit of hits) {
      for (const word of hit.words) words.add(word);
      const { score, share } = sums.get(hit.text) ?? { score: 0, share: 0 };
      sums.set(hit.text, { score: score + importance * hit.score, share: share + rarity });
    }
  }
  const among = (whole: number) =>
    [...sums].flatMap(([text, { score, share }]) => {
      const part = share / whole;
      return part < leastShare ? [] : [{ text, score: score * part * part }];
    });
  const strict = among(total);
  const texts = strict.length > 0 ? strict : among(known);
  return { texts: texts.sort((one, other) => other.score - one.score), words };
}

/** Of words of one or two letters, most only join others ("do", "la", "من"), but "4k" does not. */
function importanceOf(typed: string): number {
  return /^\p{L}{1,2}$/u.test(typed) && !isHan(typed) ? 0.25 : 1;
}
