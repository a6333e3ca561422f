import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { likenesses, matchWords } from './match-words.ts';
import { openIndex, type WordIndex, writePostings } from './word-index.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Words of four to ten letters, always the same. */
function makeWords(count: number, seed: number): string[] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 4 + next(7) }, () => letters[next(26)]).join(''),
  );
}

function indexOf(words: readonly string[]): WordIndex {
  const sorted = [...new Set(words)].sort();
  const postings = writePostings(sorted.map(() => [{ document: 0, weight: 1 }]));
  return openIndex({ documents: [], words: sorted.join(' '), postings });
}

it('compares a word that nothing is like with few words of the index', () => {
  const index = indexOf(makeWords(5000, 1));
  let read = 0;
  const counting = {
    ...index,
    wordAt(place: number) {
      read += 1;
      return index.wordAt(place);
    },
  };
  const typed = makeWords(100, 2).filter((word) => word.length >= 8);
  for (const word of typed) matchWords(counting, word);
  // It was each of them.
  expect(read / typed.length).toBeLessThan(100);
});

const word = fc.string({ unit: fc.constantFrom(...'abcdeфي'), minLength: 1, maxLength: 12 });

it('misses no word that has few enough mistakes', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 20 }),
      word,
      fc.constantFrom(1, 2),
      (all, typed, most) => {
        const index = indexOf(all);
        const near = index.placesNear(typed, most).map(index.wordAt);
        const meant = [...new Set(all)].filter((one) => editDistance(typed, one, most) <= most);
        expect(near).toEqual(expect.arrayContaining(meant));
      },
    ),
  );
});

it.each([
  ['subtitles', 'subtitels', true],
  ['sub', 'subtitles', true],
  ['subtitles', 'subtitle', true],
  ['cat', 'car', false],
  ['privacy', 'private', false],
  ['字幕', '字母', false],
])('%s may mean %s: %s', (typed, other, isAlike) => {
  expect(likenesses([other], typed).has(other)).toBe(isAlike);
});
