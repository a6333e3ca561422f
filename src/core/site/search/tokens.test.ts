import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldWord, tokensOf } from './tokens.ts';

const words = (text: string) => tokensOf(text).map(({ word }) => word);

it.each([
  ['Größe, ÉTÉ & naïve!', ['grosse', 'ete', 'naive']],
  ['it’s 4K', ['it', 's', '4k']],
  ['الخصوصية', ['خصوصيه']],
  ['أسئلة', ['اسيله']],
  ['批量下载', ['批量', '量下', '下载']],
  ['看 MP4文件', ['看', 'mp4', '文件']],
  ['e\u0301te\u0301', ['ete']],
  ['', []],
  ['… 🐙', []],
])('splits %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

it('gives the place of each word in the text as it was written', () => {
  const text = 'Ça: القطة 字幕文';
  expect(tokensOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Ça',
    'القطة',
    '字幕',
    '幕文',
  ]);
});

it('takes any text, keeps its order, and folds what is folded to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let last = 0;
      for (const { word, start, end } of tokensOf(text)) {
        expect(word).not.toBe('');
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = start;
      }
    }),
  );
  for (const word of ['grosse', 'خصوصيه', 'subtitles']) expect(foldWord(word)).toBe(word);
});
