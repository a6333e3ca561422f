// The chapters of a file that holds all of its source, or a part.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chapterName, chaptersWithin } from './chapters.ts';
import type { Chapter } from './media.ts';

const chapter = (title: string, startSeconds: number, endSeconds: number | null): Chapter => ({
  title,
  startSeconds,
  endSeconds,
});
const THREE = [chapter('A', 0, 10), chapter('B', 10, 20), chapter('C', 20, null)];
const within = (chapters: readonly Chapter[], startSeconds: number, endSeconds: number) =>
  chaptersWithin(chapters, { startSeconds, endSeconds }).map(
    ({ title, startSeconds: start, endSeconds: end }) => `${title} ${start}-${end}`,
  );

it.each<[string, readonly Chapter[], number, number, readonly string[]]>([
  ['the whole', THREE, 0, 30, ['A 0-10', 'B 10-20', 'C 20-30']],
  ['a part across two', THREE, 5, 15, ['A 0-5', 'B 5-10']],
  ['a part from a chapter on', THREE, 10, 30, ['B 0-10', 'C 10-20']],
  ['a part within one', THREE, 11, 19, []],
  ['exactly one', THREE, 10, 20, []],
  ['a source that ends before its chapters', THREE, 0, 15, ['A 0-10', 'B 10-15']],
  ['chapters in no order', THREE.toReversed(), 0, 30, ['A 0-10', 'B 10-20', 'C 20-30']],
  ['overlaps', [chapter('A', 0, 25), chapter('B', 10, 12)], 0, 30, ['A 0-10', 'B 10-12']],
  [
    'two at one time',
    [chapter('A', 0, 5), chapter('B', 0, 5), chapter('C', 5, 9)],
    0,
    9,
    ['B 0-5', 'C 5-9'],
  ],
  ['gaps', [chapter('A', 1, 3), chapter('B', 5, 7)], 0, 30, ['A 1-3', 'B 5-7']],
  [
    'ends before starts',
    [chapter('A', 3, 1), chapter('B', 5, 7), chapter('C', 7, 8)],
    0,
    9,
    ['B 5-7', 'C 7-8'],
  ],
  ['none', [], 0, 30, []],
])('of %s', (_, chapters, start, end, expected) => {
  expect(within(chapters, start, end)).toEqual(expected);
});

it('are at most as many as every format counts', () => {
  const many = Array.from({ length: 300 }, (_, at) => chapter(`${at}`, at, at + 1));
  expect(within(many, 0, 300)).toHaveLength(255);
});

it('lie within the part, each after the one before', () => {
  const time = fc.double({ min: 0, max: 100, noNaN: true });
  const any = fc.record({
    title: fc.string(),
    startSeconds: time,
    endSeconds: fc.option(time, { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(any), time, time, (chapters, from, length) => {
      const part = { startSeconds: from, endSeconds: from + length };
      let at = 0;
      for (const { startSeconds, endSeconds } of chaptersWithin(chapters, part)) {
        expect(startSeconds).toBeGreaterThanOrEqual(at);
        expect(endSeconds).toBeGreaterThan(startSeconds);
        expect(endSeconds).toBeLessThanOrEqual(part.endSeconds - part.startSeconds);
        at = endSeconds - 1e-9;
      }
    }),
  );
});

it('have files that are numbered in their order, and named', () => {
  const named = (count: number, number: number, title = 'Intro') =>
    chapterName(Array(count).fill(chapter(title, 0, null)), number);
  expect([named(3, 1), named(30, 10), named(100, 7)]).toEqual([
    '01 - Intro',
    '10 - Intro',
    '007 - Intro',
  ]);
  expect(named(3, 1, `${'x'.repeat(194)}🎬`)).toBe(`01 - ${'x'.repeat(194)}\ufffd`);
});
