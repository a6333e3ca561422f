import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerptOf, marksIn } from './highlight.ts';

const words = (...all: string[]) => new Set(all);

it('marks each word, and what touches as one', () => {
  expect(marksIn('Saving MP4, and saving 字幕文件.', words('saving', '字幕', '幕文'))).toEqual([
    [0, 6],
    [16, 22],
    [23, 26],
  ]);
});

it('quotes the place with the most different words, from the start of its sentence', () => {
  const text = `${'Nothing here. '.repeat(30)}A cat sits. A cat and a dog sit. ${'More. '.repeat(60)}`;
  const excerpt = excerptOf(text, words('cat', 'dog'));
  expect(excerpt?.text.startsWith('…')).toBe(true);
  expect(excerpt?.text.endsWith('…')).toBe(true);
  expect(excerpt?.marks.map(([start, end]) => excerpt.text.slice(start, end))).toEqual([
    'cat',
    'cat',
    'dog',
  ]);
});

it('quotes nothing where no word is, and never cuts a character in two', () => {
  expect(excerptOf('nothing', words('cat'))).toBeNull();
  for (const before of ['🐙'.repeat(50), `.${'🐙'.repeat(50)}`])
    expect(excerptOf(`${before} cat ${before}${before}${before}`, words('cat'))?.text).toSatisfy(
      (text: string) => text.isWellFormed(),
    );
  const text = fc.array(fc.constantFrom('cat', '🐙', '字', ' ', '. ', '\n', 'longer'), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(text, (pieces) => {
      const excerpt = excerptOf(pieces.join(''), words('cat'));
      if (!excerpt) return;
      expect(excerpt.text.isWellFormed()).toBe(true);
      expect(excerpt.text.length).toBeLessThanOrEqual(210);
      expect(excerpt.marks.length).toBeGreaterThan(0);
    }),
  );
});
