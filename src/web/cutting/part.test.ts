import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anInspection, anOffer } from '../../../tests/support/flow/manual-flow.ts';
import { DEFAULT_CHOICE } from '../download-client/flow-state.ts';
import {
  bytesOf,
  fittingPart,
  inSeconds,
  nameOfRange,
  offerOf,
  type PartSource,
  partOf,
  pressChapter,
  type Run,
  rangeOf,
  rangeOfLink,
  rangeOfRun,
  runOf,
  shortTime,
  sourceOf,
  spokenTime,
  timeOfKey,
} from './part.ts';

const range = (startMs: number, endMs: number) => ({ startMs, endMs });
/** A minute in four chapters. */
const MINUTE: PartSource = {
  durationMs: 60_000,
  chapters: [range(0, 10_000), range(10_000, 25_500), range(25_500, 40_000), range(40_000, 60_000)],
};

describe('a part', () => {
  it.each([
    ['nothing', undefined, range(0, 60_000)],
    ['a start', { from: 12.5 }, range(12_500, 60_000)],
    ['an end', { to: 30 }, range(0, 30_000)],
    ['both', { from: 1, to: 2 }, range(1000, 2000)],
    ['a chapter', { chapter: 2 }, range(10_000, 25_500)],
    ['the first chapter', { chapter: 1, cut: 'exact' }, range(0, 10_000)],
    ['an end after that of the video', { from: 50, to: 90 }, range(50_000, 60_000)],
    ['a start after the end of the video', { from: 90 }, range(0, 60_000)],
    ['an end before its start', { from: 20, to: 10 }, range(0, 60_000)],
    ['a chapter that is not there', { chapter: 9 }, range(0, 60_000)],
  ] as const)('of %s is read', (_, part, expected) => {
    expect(rangeOf(part, MINUTE)).toEqual(expected);
  });

  it.each([
    ['all of it', range(0, 60_000), undefined],
    ['the end of it', range(12_500, 60_000), { from: 12.5 }],
    ['the beginning of it', range(0, 30_000), { from: 0, to: 30 }],
    ['some of it', range(1000, 2050), { from: 1, to: 2.05 }],
    ['one chapter', range(10_000, 25_500), { chapter: 2 }],
    ['the last chapter', range(40_000, 60_000), { chapter: 4 }],
    ['two chapters', range(10_000, 40_000), { from: 10, to: 40 }],
  ] as const)('for %s is written', (_, chosen, part) => {
    expect(partOf(chosen, MINUTE, undefined)).toEqual(part);
    expect(partOf(chosen, MINUTE, 'instant')).toEqual(part);
    expect(partOf(chosen, MINUTE, 'exact')).toEqual(part && { ...part, cut: 'exact' });
  });

  it('of a chapter can be said in seconds', () => {
    expect(inSeconds({ chapter: 2, cut: 'exact' }, MINUTE)).toEqual({
      from: 10,
      to: 25.5,
      cut: 'exact',
    });
    expect(inSeconds({ from: 50 }, MINUTE)).toEqual({ from: 50, to: 60 });
  });

  it('that was written is read back as it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 59_900 }),
        fc.integer({ min: 100, max: 60_000 }),
        (startMs, lengthMs) => {
          const chosen = range(startMs, Math.min(60_000, startMs + lengthMs));
          expect(rangeOf(partOf(chosen, MINUTE, undefined), MINUTE)).toEqual(chosen);
        },
      ),
    );
  });
});

describe('the chapters of a video', () => {
  it('last until the next one, and the last one until its end', () => {
    const chapters = [
      { title: 'One', startSeconds: 0, endSeconds: null },
      { title: 'Two', startSeconds: 3, endSeconds: 7 },
      { title: 'Three', startSeconds: 7.25, endSeconds: null },
    ];
    expect(sourceOf({ durationSeconds: 10.031, chapters })).toEqual({
      durationMs: 10_031,
      chapters: [range(0, 3000), range(3000, 7000), range(7250, 10_031)],
    });
  });

  it.each<[number, Run | null, Run | null]>([
    [1, null, [1, 1]],
    [1, [1, 1], null],
    [3, [1, 1], [1, 3]],
    [0, [1, 2], [0, 2]],
    [1, [1, 3], [2, 3]],
    [3, [1, 3], [1, 2]],
    [2, [1, 3], [2, 2]],
  ])('pressed, the one at %d makes of %j the run %j', (index, run, expected) => {
    expect(pressChapter(index, run)).toEqual(expected);
  });

  it.each<[Run, ReturnType<typeof range>]>([
    [[1, 1], range(10_000, 25_500)],
    [[1, 3], range(10_000, 60_000)],
  ])('in the run %j are a range, and found in it', (run, expected) => {
    expect(rangeOfRun(run, MINUTE)).toEqual(expected);
    expect(runOf(expected, MINUTE)).toEqual(run);
  });

  it('are none in a range that begins or ends inside of one', () => {
    expect(runOf(range(10_000, 26_000), MINUTE)).toBeNull();
    expect(runOf(range(11_000, 40_000), MINUTE)).toBeNull();
  });
});

describe('a link', () => {
  it.each([
    [{}, null],
    [{ startSeconds: 20 }, range(20_000, 60_000)],
    [{ startSeconds: 20, endSeconds: 30 }, range(20_000, 30_000)],
    [{ endSeconds: 30 }, range(0, 30_000)],
    [{ startSeconds: 90 }, null],
    [{ endSeconds: 60 }, null],
  ])('with %j names a range, or none', (hints, expected) => {
    expect(rangeOfLink(hints, MINUTE)).toEqual(expected);
  });
});

describe('its size', () => {
  const [item] = anInspection([anOffer('high'), anOffer('low'), anOffer('mp3-320', 'mp3')]).items;
  if (!item) throw new TypeError('there is no item');

  it('is that of the chosen offer, by its share of the length', () => {
    const offer = offerOf(item, DEFAULT_CHOICE);
    expect(offer?.id).toBe('high');
    expect(offerOf(item, { ...DEFAULT_CHOICE, format: 'mp3' })?.id).toBe('mp3-320');
    expect(offerOf(item, { ...DEFAULT_CHOICE, offerId: 'low' })?.id).toBe('low');
    expect(bytesOf(offer, range(0, 15_000), 60_000)).toBe(250);
  });

  it('is unknown where that of the whole is', () => {
    expect(bytesOf({ ...anOffer('high'), bytes: null }, range(0, 15_000), 60_000)).toBeNull();
    expect(bytesOf(null, range(0, 15_000), 60_000)).toBeNull();
  });
});

describe('a time', () => {
  it.each([
    [0, '0:00'],
    [90_000, '1:30'],
    [600_000, '10:00'],
    [4_350_000, '1:12:30'],
    [4_350_500, '1:12:30.5'],
    [10_050, '0:10.05'],
  ])('of %d ms is written %s', (timeMs, text) => {
    expect(shortTime(timeMs)).toBe(text);
  });

  it('is written with another one as a range', () => {
    expect(nameOfRange(range(4_350_000, 4_440_000))).toBe('1:12:30–1:14:00');
  });

  it.each([
    [0, 'en', '0 seconds'],
    [90_000, 'en', '1 minute, 30 seconds'],
    [3_601_500, 'en', '1 hour, 1.5 seconds'],
    [4_350_000, 'de', '1 Stunde, 12 Minuten und 30 Sekunden'],
  ])('of %d ms is said in %s as “%s”', (timeMs, language, text) => {
    expect(spokenTime(timeMs, language)).toBe(text);
  });

  it.each([
    ['ArrowLeft', false, 29_000],
    ['ArrowRight', false, 31_000],
    ['ArrowDown', false, 29_000],
    ['ArrowUp', true, 40_000],
    ['ArrowLeft', true, 20_000],
    ['PageUp', false, 90_000],
    ['PageDown', false, -30_000],
    ['Home', false, 0],
    ['End', false, 60_000],
    ['Tab', false, null],
  ])('is moved by the key %s (Shift: %s)', (key, shiftKey, expected) => {
    expect(timeOfKey({ key, shiftKey }, 30_000, 60_000)).toBe(expected);
  });
});

describe('what fits a choice', () => {
  const [item] = anInspection([
    anOffer('high'),
    { ...anOffer('webm', 'webm'), videoCodec: 'vp9' },
    { ...anOffer('mp3-320', 'mp3'), videoCodec: null },
  ]).items;
  if (!item) throw new TypeError('there is no item');
  const part = { from: 2, cut: 'exact' } as const;

  it.each([
    ['an MP4', {}, true],
    ['a WebM', { offerId: 'webm' }, false],
    ['an MP3', { format: 'mp3' }, false],
    ['an MP4 saved as MOV', { details: { container: 'mov' } }, true],
    ['an MP4 saved as AVI', { details: { container: 'avi' } }, false],
    ['H.264 as it is', { details: { container: 'original' } }, true],
    ['VP9 as it is', { offerId: 'webm', details: { container: 'original' } }, false],
  ] as const)('of %s is an exact beginning, or not', (_, choice, isExact) => {
    const fitting = fittingPart(item, { ...DEFAULT_CHOICE, ...choice, part });
    expect(fitting).toEqual(isExact ? part : { from: 2 });
  });

  it('is no part that the video does not have', () => {
    expect(fittingPart(item, { ...DEFAULT_CHOICE, part: { from: 99 } })).toBeUndefined();
    expect(fittingPart(item, { ...DEFAULT_CHOICE, part: { from: 2, to: 99 } })).toEqual({
      from: 2,
    });
    expect(fittingPart(item, DEFAULT_CHOICE)).toBeUndefined();
  });
});
