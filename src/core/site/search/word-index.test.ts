import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { typedWords } from './rank.ts';
import { indexTexts } from './word-index.ts';

const meant = async (typed: string, ...words: readonly string[]) => {
  const index = await indexTexts(words.map((title) => ({ title })));
  return index.find(typed).map((hit) => words[hit.text]);
};

it.each([
  ['subtitles', 'subtitles', true],
  ['subtitels', 'subtitles', true],
  ['privcy', 'privacy', true],
  ['kazte', 'katze', true],
  ['privasidad', 'privacidad', true],
  ['sub', 'subtitles', true],
  ['su', 'subtitles', false],
  ['subtitles', 'subtitle', true],
  ['cat', 'car', false],
  ['privacy', 'private', false],
  ['字', '字幕', true],
  ['字幕', '字母', false],
])('%s may mean %s: %s', async (typed, other, isMeant) => {
  expect(await meant(typed, other)).toEqual(isMeant ? [other] : []);
});

it('takes a word for one with more mistakes only where there is none with fewer', async () => {
  expect(await meant('trending', 'trending', 'treading', 'treating')).toEqual(['trending']);
  expect(await meant('trending', 'treading', 'treating')).toEqual(['treading']);
  expect(await meant('trenidng', 'trending', 'treading')).toEqual(['trending']);
});

it('counts a word in a title for more than one in the text, and the word itself for more than a longer one', async () => {
  const index = await indexTexts([
    { title: 'other', text: 'cat and dog' },
    { title: 'cat', text: 'something and other' },
    { title: 'category', text: 'something and other' },
  ]);
  const hits = index.find('cat').toSorted((one, other) => other.score - one.score);
  expect(hits.map(({ text }) => text)).toEqual([1, 2, 0]);
});

it('compares a word that nothing is like with few words of the index, and with no Chinese', async () => {
  const letters = [...'abcdefghijklmnop'];
  const words = letters.flatMap((one) =>
    letters.flatMap((two) => letters.map((three) => `${one}${two}${three}${one}${three}${two}xx`)),
  );
  const han = Array.from({ length: 5000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  const index = await indexTexts([{ text: words.join(' ') }, { text: han }]);
  // MiniSearch asks each node of its tree of words that it comes to for what follows.
  const asked = vi.spyOn(Map.prototype, 'keys');
  expect(index.find('qjqkvvwz')).toEqual([]);
  const nodes = asked.mock.calls.length;
  asked.mockRestore();
  expect(nodes).toBeGreaterThan(0);
  expect(nodes).toBeLessThan(words.length / 5);
});

it('takes twelve words of a query', () => {
  expect(typedWords('a b c d e f g h i j k l m n a b')).toHaveLength(12);
});

it('takes any words', async () => {
  const text = fc.string({ unit: 'binary' });
  await fc.assert(
    fc.asyncProperty(fc.array(text), text, async (texts, typed) => {
      const index = await indexTexts(texts.map((one) => ({ text: one })));
      for (const hit of index.find(typed)) expect(texts[hit.text]).toBeDefined();
    }),
    { numRuns: 30 },
  );
});
