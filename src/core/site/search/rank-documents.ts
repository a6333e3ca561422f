// Which documents answer a query, best first: BM25 over the words that the typed ones may mean.
import { matchWords } from './match-words.ts';
import type { WordIndex } from './word-index.ts';

/** A document that answers. */
export type RankedDocument = { readonly document: number; readonly score: number };

/** `words` are all words of the index that were taken for typed ones: what a result marks. */
export type Ranking = {
  readonly documents: readonly RankedDocument[];
  readonly words: ReadonlySet<string>;
};

/** A document with less of the query than this, by how rare the words are, is left out. */
const LEAST_SHARE = 0.34;

/**
 * Ranks the documents of an index for typed words, as `tokensOf` gives them. A word that no document has counts only if
 * there are documents with enough of the others.
 */
export function rankDocuments(index: WordIndex, typed: readonly string[]): Ranking {
  const words = new Set<string>();
  const scores = new Map<number, { score: number; share: number }>();
  let [known, total] = [0, 0];
  for (const one of typed) {
    const best = bestWeights(index, one, words);
    const rarity = rarityOf(best.size, index.documents.length) * importanceOf(one);
    total += rarity;
    if (best.size > 0) known += rarity;
    for (const [document, weight] of best) {
      const { score, share } = scores.get(document) ?? { score: 0, share: 0 };
      scores.set(document, { score: score + rarity * weight, share: share + rarity });
    }
  }
  const rank = (whole: number) =>
    [...scores].flatMap(([document, { score, share }]) => {
      const part = share / whole;
      return part < LEAST_SHARE ? [] : [{ document, score: score * part * part }];
    });
  const strict = rank(total);
  const documents = strict.length > 0 ? strict : rank(known);
  return { documents: documents.sort((one, other) => other.score - one.score), words };
}

/** The documents with one of the words that a typed one may mean, and what it weighs there; adds the words to `words`. */
function bestWeights(index: WordIndex, typed: string, words: Set<string>): Map<number, number> {
  const best = new Map<number, number>();
  for (const { word, likeness, place } of matchWords(index, typed)) {
    words.add(word);
    for (const { document, weight } of index.postingsAt(place))
      best.set(document, Math.max(best.get(document) ?? 0, likeness * weight));
  }
  return best;
}

/** Next to nothing for a word that nearly all documents have, such as an article. */
function rarityOf(found: number, all: number): number {
  return Math.log((all + 1) / Math.max(found, 0.5));
}

/** Of words of one or two letters, most only join others ("do", "la", "من"), but "4k" does not. */
function importanceOf(typed: string): number {
  const joins = /^\p{L}{1,2}$/u.test(typed) && !/\p{Script=Han}/u.test(typed);
  return joins ? 0.25 : 1;
}
