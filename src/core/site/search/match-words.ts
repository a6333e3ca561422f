// Which words of an index a typed word may mean: itself, longer and shorter forms, and else words with a typing mistake.
import { areFarApart, editDistance, lettersOf } from './edit-distance.ts';
import type { WordIndex } from './word-index.ts';

/** A word that a typed word may mean. `likeness` is 1 for the word itself and less for what is further away. */
export type WordMatch = { readonly word: string; readonly likeness: number };

const MAX_LONGER = 60;
const MIN_BEGINNING = 3;
const MIN_STEM = 4;
const LONGEST_ENDING = 4;

/** How close a word that begins alike is, by the share of it that was typed. */
const LONGER_LIKENESS = 0.75;
const SHORTER_LIKENESS = 0.5;
const MISTAKE_LIKENESS = [1, 0.6, 0.35] as const;

/** The words of an index that a typed one may mean, as `tokensOf` gives it; the place of each is that in the index. */
export function matchWords(index: WordIndex, typed: string): (WordMatch & { place: number })[] {
  const matches = [...wordsThatBeginWith(index, typed), ...shorterForms(index, typed)];
  return matches.length > 0 ? matches : wordsWithMistakes(index, typed);
}

/** The same for any other words, such as those of titles: those that a typed one may mean, with their likeness. */
export function likenesses(words: Iterable<string>, typed: string): Map<string, number> {
  const most = mistakesIn(typed);
  const begins = isBeginning(typed);
  const letters = lettersOf(typed);
  const likenessOf = (word: string) => {
    if (word === typed) return 1;
    if (begins && word.startsWith(typed)) return longerLikeness(typed, word);
    if (isShorterForm(word, typed)) return SHORTER_LIKENESS;
    if (most === 0 || Math.abs(word.length - typed.length) > most) return 0;
    if (areFarApart(letters, lettersOf(word), most)) return 0;
    const distance = editDistance(typed, word, most);
    return distance <= most ? (MISTAKE_LIKENESS[distance] ?? 0) : 0;
  };
  const alike = new Map<string, number>();
  for (const word of words) {
    const likeness = likenessOf(word);
    if (likeness > 0) alike.set(word, likeness);
  }
  return alike;
}

function* wordsThatBeginWith(index: WordIndex, typed: string) {
  const first = index.placeOf(typed);
  for (let place = first; place < Math.min(index.size, first + MAX_LONGER); place += 1) {
    const word = index.wordAt(place);
    if (word === typed) yield { word, likeness: 1, place };
    else if (!isBeginning(typed) || !word.startsWith(typed)) return;
    else yield { word, likeness: longerLikeness(typed, word), place };
  }
}

function* shorterForms(index: WordIndex, typed: string) {
  for (let length = typed.length - 1; length >= MIN_STEM; length -= 1) {
    const word = typed.slice(0, length);
    if (!isShorterForm(word, typed)) return;
    const place = index.placeOf(word);
    if (index.wordAt(place) === word) yield { word, likeness: SHORTER_LIKENESS, place };
  }
}

function wordsWithMistakes(index: WordIndex, typed: string) {
  const most = mistakesIn(typed);
  const found: (WordMatch & { place: number })[] = [];
  if (most === 0) return found;
  let fewest: number = most;
  for (const place of index.placesNear(typed, most)) {
    const word = index.wordAt(place);
    const distance = editDistance(typed, word, fewest);
    if (distance > fewest) continue;
    if (distance < fewest) found.length = 0;
    fewest = distance;
    found.push({ word, likeness: MISTAKE_LIKENESS[distance] ?? 0, place });
  }
  return found;
}

/** Two Chinese characters are a word; of letters, the first two say nothing. */
function isBeginning(typed: string): boolean {
  return typed.length >= MIN_BEGINNING || /^\p{Script=Han}$/u.test(typed);
}

function isShorterForm(word: string, typed: string): boolean {
  const ending = typed.length - word.length;
  return (
    word.length >= MIN_STEM && ending > 0 && ending <= LONGEST_ENDING && typed.startsWith(word)
  );
}

function longerLikeness(typed: string, word: string): number {
  return LONGER_LIKENESS * (0.5 + 0.5 * (typed.length / word.length));
}

/** How many mistakes are forgiven: none in short words and in Chinese, where every other character is another word. */
function mistakesIn(typed: string): 0 | 1 | 2 {
  if (typed.length < 4 || /\p{Script=Han}/u.test(typed)) return 0;
  return typed.length < 8 ? 1 : 2;
}
