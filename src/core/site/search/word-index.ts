// An index of texts, and which of them have what a typed word may mean: itself, longer and shorter forms, and else words with
// a typing mistake. MiniSearch keeps it and looks words up (docs/decisions/0030-search-index.md).
import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { isHan, wordsOf } from './tokens.ts';

/** What of a text can be indexed; a word in a title says more than one further down. */
export type IndexedText = Readonly<Partial<Record<keyof typeof WEIGHTS, string>>>;

/** A text with a word, by its place among the texts; `words` are those in it that were taken for the typed one. */
export type Hit = {
  readonly text: number;
  readonly score: number;
  readonly words: readonly string[];
};

export type WordIndex = {
  readonly size: number;
  readonly find: (typed: string) => readonly Hit[];
};

/** `keywords` are what people call it where its text says otherwise. */
const WEIGHTS = { title: 6, keywords: 4, headings: 2.5, description: 2, text: 1 };
/** BM25: how soon a repeated word says nothing new, and how much a long text weighs its words down. */
const BM25 = { k: 2.5, b: 0.6, d: 0 };
/** What a longer word, one with a mistake, and a shorter one count, beside the typed one. */
const MATCH_WEIGHTS = { prefix: 0.75, fuzzy: 0.6 };
const SHORTER_WEIGHT = 0.5;

/** An article has about as many, which take some ten milliseconds. */
const CHARACTERS_AT_ONCE = 10_000;
const MIN_BEGINNING = 3;
const MIN_STEM = 4;
const LONGEST_ENDING = 4;

/** Indexes texts, with pauses for other work. */
export async function indexTexts(texts: readonly IndexedText[]): Promise<WordIndex> {
  const rows = texts.map((text, id) => ({ ...text, id }));
  // Apart, or each Latin word with a mistake would be compared with all pairs of Chinese characters.
  const letters = createMiniSearch((word) => !isHan(word));
  const pairs = createMiniSearch(isHan);
  const characters = texts.flatMap(Object.values).join('').length;
  const chunkSize = Math.ceil((CHARACTERS_AT_ONCE * rows.length) / Math.max(1, characters)) || 1;
  await letters.addAllAsync(rows, { chunkSize });
  await pairs.addAllAsync(rows, { chunkSize });
  return {
    size: texts.length,
    find: (typed) => findWord(isHan(typed) ? pairs : letters, typed).map(hitOf),
  };
}

function createMiniSearch(takes: (word: string) => boolean): MiniSearch {
  return new MiniSearch({
    fields: Object.keys(WEIGHTS),
    tokenize: (text) => wordsOf(text).filter(takes),
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (word) => [word],
      boost: WEIGHTS,
      weights: MATCH_WEIGHTS,
      bm25: BM25,
    },
  });
}

function hitOf({ id, score, terms }: SearchResult): Hit {
  return { text: Number(id), score, words: terms };
}

/** Mistakes are looked for only where there is nothing else, and more only where there are no fewer. */
function findWord(index: MiniSearch, typed: string): readonly SearchResult[] {
  const shorter = { queries: shorterForms(typed), boostTerm: () => SHORTER_WEIGHT };
  let found = index.search(either({ queries: [typed], prefix: isBeginning(typed) }, shorter));
  for (let mistakes = 1; found.length === 0 && mistakes <= mistakesIn(typed); mistakes += 1)
    found = index.search(
      either({ queries: [typed], fuzzy: mistakes }, { queries: withSwaps(typed) }),
    );
  return found;
}

function either(...queries: Query[]): Query {
  return { combineWith: 'OR', queries };
}

/** Two Chinese characters are a word; of letters, the first two say nothing. */
function isBeginning(typed: string): boolean {
  return typed.length >= MIN_BEGINNING || /^\p{Script=Han}$/u.test(typed);
}

function shorterForms(typed: string): string[] {
  const shortest = Math.max(MIN_STEM, typed.length - LONGEST_ENDING);
  const count = Math.max(0, typed.length - shortest);
  return Array.from({ length: count }, (_, at) => typed.slice(0, shortest + at));
}

/** How many mistakes are forgiven: none in short words and in Chinese, where every other character is another word. */
function mistakesIn(typed: string): 0 | 1 | 2 {
  if (typed.length < 4 || isHan(typed)) return 0;
  return typed.length < 8 ? 1 : 2;
}

/** The word with two neighbouring letters swapped: one mistake to a visitor, but two as MiniSearch counts. */
function withSwaps(typed: string): string[] {
  return Array.from(
    { length: typed.length - 1 },
    (_, at) => typed.slice(0, at) + typed.charAt(at + 1) + typed.charAt(at) + typed.slice(at + 2),
  );
}
