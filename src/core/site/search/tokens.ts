// Splits texts of any language into words that can be compared: without case, accents and the differences of writing that
// people ignore when they type. Used for the index and for queries alike.

/** A word of a text. `start` and `end` are positions in the original text, in UTF-16 units. */
export type Token = { readonly word: string; readonly start: number; readonly end: number };

const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const HAN = /\p{Script=Han}+|[^\p{Script=Han}]+/gu;
const HAS_HAN = /\p{Script=Han}/u;
const IS_HAN = /^\p{Script=Han}/u;
/** Most words: nothing to fold. */
const PLAIN = /^[a-z0-9]+$/;
const MARKS = /\p{M}+/gu;
/** Letters that do not decompose, and the tatweel, which only stretches a word. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ـ: '' }),
);
/** Arabic letters that are often typed for one another, by the one that stands for them. */
const ARABIC: ReadonlyMap<string, string> = new Map(
  Object.entries({ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' }),
);
const SPECIAL = /[ßæœøđłıـأإآٱىةؤئ]/gu;
const ARTICLE = /^(?:وال|بال|لل|ال)(?=.{3})/u;
const MAX_WORD_LENGTH = 40;

/** The words of a text, in its order. Chinese has no spaces: there, every two characters that follow each other are a word. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const run of text.matchAll(RUN)) {
    if (!HAS_HAN.test(run[0])) {
      addWord(tokens, run[0], run.index);
      continue;
    }
    for (const part of run[0].matchAll(HAN)) {
      const start = run.index + part.index;
      if (IS_HAN.test(part[0])) tokens.push(...pairsOf(part[0], start));
      else addWord(tokens, part[0], start);
    }
  }
  return tokens;
}

export function wordsOf(text: string): string[] {
  return tokensOf(text).map(({ word }) => word);
}

/** Whether a word is of Chinese characters. */
export function isHan(word: string): boolean {
  return HAS_HAN.test(word);
}

/** The form in which words are compared; empty for marks alone. */
export function foldWord(word: string): string {
  const plain = word.toLowerCase();
  if (PLAIN.test(plain)) return plain;
  const letters = word.replace(SPECIAL, (one) => ARABIC.get(one) ?? LETTERS.get(one) ?? one);
  return letters.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(ARTICLE, '');
}

function addWord(tokens: Token[], text: string, start: number): void {
  const word = foldWord(text).slice(0, MAX_WORD_LENGTH);
  if (word !== '') tokens.push({ word, start, end: start + text.length });
}

function pairsOf(run: string, start: number): Token[] {
  const characters = [...run];
  if (characters.length === 1) return [{ word: run, start, end: start + run.length }];
  let at = start;
  return characters.slice(0, -1).map((one, index) => {
    const word = one + characters[index + 1];
    const token = { word, start: at, end: at + word.length };
    at += one.length;
    return token;
  });
}
