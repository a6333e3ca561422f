// Track lists as people write them into descriptions, and times that are no list.
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CHAPTERS, MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import { readListedChapters } from './read-listed-chapters.ts';

const read = (lines: readonly string[], durationSeconds: number | null = 10_000) =>
  readListedChapters(lines.join('\n'), durationSeconds);
const marks = (lines: readonly string[], durationSeconds?: number | null) =>
  read(lines, durationSeconds).map(({ title, startSeconds }) => `${startSeconds} ${title}`);

it.each([
  ['times in front', ['0:00 Intro', '1:05 The gate', '1:02:03 The hill']],
  ['times behind', ['Intro 0:00', 'The gate - 1:05', 'The hill: (1:02:03)']],
  ['numbers and dashes', ['1. Intro – 0:00', '2. The gate – 1:05', '03) The hill — 1:02:03']],
  ['numbers before times', ['1. 0:00 Intro', '02 - 1:05 - The gate', '#3 1:02:03 | The hill']],
  ['brackets', ['[00:00] Intro', '(1:05) The gate', '【1:02:03】 The hill']],
  ['bullets and arrows', ['• 0:00 Intro', '▶️ 1:05 → The gate', '* 1:02:03 ~ The hill']],
  [
    'ends beside starts',
    ['0:00 - 1:05 Intro', '1:05–1:02:03: The gate', '1:02:03 - 2:00:00 The hill'],
  ],
  ['Arabic digits', ['٠:٠٠ Intro', '١:٠٥ The gate', '١:٠٢:٠٣ The hill']],
  ['Persian digits', ['Intro ۰:۰۰', 'The gate ۱:۰۵', 'The hill ۱:۰۲:۰۳']],
  ['wide digits', ['０：００ Intro', '１：０５ The gate', '１：０２：０３ The hill']],
  [
    'text around',
    ['Hello!', '', '0:00 Intro', 'with a band', '1:05 The gate', '1:02:03 The hill', 'Bye'],
  ],
  ['a second list', ['0:00 Intro', '1:05 The gate', '1:02:03 The hill', '0:00 Anfang', '1:05 Tor']],
  [
    'marks of direction',
    ['\u200f0:00 Intro', '\u200f1:05\u200f - The gate', '1:02:03\u200e The hill'],
  ],
  ['carriage returns', ['0:00 Intro\r', '1:05 The gate\r', '1:02:03 The hill\r']],
])('reads a list with %s', (_, lines) => {
  expect(marks(lines)).toEqual(['0 Intro', '65 The gate', '3723 The hill']);
});

it('leaves titles as they are written', () => {
  expect(marks(['٠:٠٠ فصل ١', '٢. فصل ٢ – ١:٠٠', '２：００ 章：二'])).toEqual([
    '0 فصل ١',
    '60 فصل ٢',
    '120 章：二',
  ]);
});

it('the first entry begins and the last one ends with the item, the others are next to each other', () => {
  expect(read(['0:03 A', '1:00 B (live) 2019', '90:00 C'], 6000)).toEqual([
    { title: 'A', startSeconds: 0, endSeconds: 60 },
    { title: 'B (live) 2019', startSeconds: 60, endSeconds: 5400 },
    { title: 'C', startSeconds: 5400, endSeconds: 6000 },
  ]);
});

describe('reads no list', () => {
  it.each([
    ['of two entries', ['0:00 A', '1:00 B']],
    ['that begins late', ['0:20 A', '1:00 B', '2:00 C']],
    ['of lengths', ['A 3:45', 'B 2:10', 'C 4:00']],
    ['whose third time is not later', ['0:00 A', '1:00 B', '1:00 C']],
    ['of times within sentences', ['at 0:00 he falls', 'and 1:00 again', 'see 2:00 for more']],
    ['without titles', ['0:00', '1:00 -', '2:00 ***']],
    ['of times that are none', ['0:00 A', '1:75 B', '2:61:00 C', '12:345 D', '1:2 E']],
    ['of addresses and dates', ['0:00 A', '::1:00 B', 'http://a.b:80:00 C', '1.2:00 D']],
  ])('%s', (_, lines) => {
    expect(marks(lines)).toEqual([]);
  });

  it('that reaches the end of the item, or where its length is unknown', () => {
    const lines = ['0:00 A', '1:00 B', '2:00 C'];
    expect(marks(lines, 121)).toHaveLength(3);
    expect([marks(lines, 120), marks(lines, null), readListedChapters(null, 120)]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

it('keeps at most so many entries, with titles of at most so many letters', () => {
  const lines = Array.from({ length: MAX_CHAPTERS + 50 }, (_, at) => {
    const time = `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`;
    return `${time} ${'x'.repeat(500)}`;
  });
  const chapters = read(lines);
  expect(chapters).toHaveLength(MAX_CHAPTERS);
  expect(chapters.at(-1)?.endSeconds).toBe(MAX_CHAPTERS);
  expect(chapters[0]?.title).toHaveLength(MAX_TITLE_LENGTH);
});

it('holds what it promises for any text', () => {
  const piece = fc.constantFrom(
    '0:00',
    '1:00',
    '١:٠٠',
    '\n',
    ' ',
    '-',
    '1.',
    'a',
    '(',
    ')',
    ':',
    '00',
    '🎬',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 200 }),
      fc.integer({ min: 1, max: 4000 }),
      (all, seconds) => {
        const chapters = readListedChapters(all.join(''), seconds);
        for (const [at, { title, startSeconds, endSeconds }] of chapters.entries()) {
          expect(title.trim()).not.toBe('');
          expect(endSeconds).toBe(chapters[at + 1]?.startSeconds ?? seconds);
          expect(endSeconds).toBeGreaterThan(startSeconds);
        }
        expect([0, 1, 2]).not.toContain(chapters.length || 3);
      },
    ),
  );
});

it('takes time in proportion to its text', () => {
  const timeOf = (unit: string) => {
    const text = unit.repeat(Math.ceil(40_000 / unit.length));
    const began = performance.now();
    readListedChapters(text, 1000);
    return performance.now() - began;
  };
  for (const unit of ['0:', '1:00 ', '- ', '1. ', '((', '00:00\n', ' a', '٠'])
    expect(timeOf(unit), unit).toBeLessThan(1000);
});
