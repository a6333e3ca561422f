// The index of a language: which word stands in which document, and how much it says about it. Made by the build of the pages.
//
// Words are one string and postings one array of bytes, since objects for each would take ten times the memory
// (docs/decisions/0030-search-index.md).
import { areFarApart, lettersOf } from './edit-distance.ts';

/** The kinds of documents. */
export type DocumentKind = 'page' | 'guide' | 'blog';

/** A document of the index. Its text lies elsewhere, from byte `textStart` to `textEnd` of the texts of its language. */
export type IndexedDocument = {
  readonly kind: DocumentKind;
  /** Its path, with the language. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly textStart: number;
  readonly textEnd: number;
};

/** An index as it is stored. `words` are sorted by code unit and joined by spaces; see `writePostings` for `postings`. */
export type IndexData = {
  readonly documents: readonly IndexedDocument[];
  readonly words: string;
  readonly postings: Uint8Array;
};

/** Where a word stands. `weight` is between 0 and 1: its share of the document, with titles counting more than text. */
export type Posting = { readonly document: number; readonly weight: number };

/** An index that can be asked. */
export type WordIndex = {
  readonly documents: readonly IndexedDocument[];
  readonly size: number;
  /** The word at a place of the sorted list. */
  readonly wordAt: (place: number) => string;
  /** The places of the words that may be within so many mistakes of this one, by their lengths and letters. */
  readonly placesNear: (word: string, most: number) => readonly number[];
  /** The place of the first word that is not before this one. */
  readonly placeOf: (word: string) => number;
  readonly postingsAt: (place: number) => readonly Posting[];
};

const FULL_WEIGHT = 255;

/**
 * The postings of one word after the other. A word's are their number, then for each the distance from the document before
 * it and the weight in 255ths; one byte each.
 */
export function writePostings(words: readonly (readonly Posting[])[]): Uint8Array {
  const bytes = words.flatMap((postings) => {
    let last = 0;
    const list = postings.flatMap(({ document, weight }) => {
      const pair = [document - last, Math.max(1, Math.round(weight * FULL_WEIGHT))];
      last = document;
      return pair;
    });
    return [postings.length, ...list];
  });
  if (bytes.some((byte) => byte > FULL_WEIGHT)) throw new TypeError('more than 255 documents');
  return new Uint8Array(bytes);
}

/** Opens a stored index; it is used as it is, and only where its words and postings begin is worked out. */
export function openIndex({ documents, words, postings }: IndexData): WordIndex {
  const wordStarts = startsOfWords(words);
  const size = wordStarts.length - 1;
  const postingStarts = startsOfPostings(postings, size);
  const wordAt = (place: number) =>
    words.slice(wordStarts[place] ?? 0, (wordStarts[place + 1] ?? 0) - 1);
  const letters = Uint32Array.from({ length: size }, (_, place) => lettersOf(wordAt(place)));
  return {
    documents,
    size,
    wordAt,
    placesNear(word, most) {
      const own = lettersOf(word);
      const places: number[] = [];
      for (let place = 0; place < size; place += 1) {
        const length = (wordStarts[place + 1] ?? 0) - (wordStarts[place] ?? 0) - 1;
        if (Math.abs(length - word.length) > most) continue;
        if (!areFarApart(own, letters[place] ?? 0, most)) places.push(place);
      }
      return places;
    },
    placeOf(word) {
      let [low, high] = [0, size];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (wordAt(middle) < word) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    postingsAt(place) {
      const start = postingStarts[place] ?? 0;
      let document = 0;
      return Array.from({ length: postings[start] ?? 0 }, (_, index) => {
        document += postings[start + 1 + 2 * index] ?? 0;
        return { document, weight: (postings[start + 2 + 2 * index] ?? 0) / FULL_WEIGHT };
      });
    },
  };
}

/** The start of each word, and of the one that would follow the last. */
function startsOfWords(words: string): Uint32Array {
  const starts = [0];
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) starts.push(at + 1);
  return new Uint32Array(words === '' ? [0] : [...starts, words.length + 1]);
}

function startsOfPostings(postings: Uint8Array, size: number): Uint32Array {
  const starts = new Uint32Array(size);
  let at = 0;
  for (let place = 0; place < size; place += 1) {
    starts[place] = at;
    at += 1 + 2 * (postings[at] ?? 0);
  }
  return starts;
}
