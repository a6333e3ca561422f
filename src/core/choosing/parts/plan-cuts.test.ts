// Choices without what viewers marked: what is cut out, what the plan makes of the rest, what it counts as, and what cannot be chosen.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../../../../tests/support/media/make-item.ts';
import { markedWithin, withoutCuts } from '../../../shared/media/marked.ts';
import type { Chapter } from '../../../shared/media/media.ts';
import { encodesVideo, settlePlan } from '../../jobs/settle-plan.ts';
import { type Choice, choiceOf, type WantedPart } from '../choice.ts';
import { planDownload } from '../plan-download.ts';

const mark = (startSeconds: number, endSeconds: number): Chapter => ({
  title: 'Sponsor',
  startSeconds,
  endSeconds,
  marked: true,
});
const MARKS = [mark(10, 20), { title: 'Talk', startSeconds: 20, endSeconds: 90 }, mark(90, 100)];
const CUTS = [
  { startSeconds: 10, endSeconds: 20 },
  { startSeconds: 90, endSeconds: 100 },
];
const opus = makeSound({ codec: 'opus' });

function inspectionOf(chapters: readonly Chapter[] = MARKS) {
  const tracks = [
    makeTrack('both', { picture: makePicture({}), sound: makeSound(), bytes: 10_000_000 }),
    makeTrack('sound', { sound: opus, bytes: 1_000_000 }),
  ];
  return makeInspection([makeItem(tracks, { durationSeconds: 100, chapters })]);
}

const marked = (choice: Partial<Choice>, span: WantedPart | null = null) =>
  ({ ...choiceOf('mp4', 'high'), ...choice, span, withoutMarked: true }) as Choice;

function planFor(choice: Partial<Choice>, span: WantedPart | null = null, chapters = MARKS) {
  const planned = planDownload(inspectionOf(chapters), marked(choice, span));
  return 'plan' in planned ? planned.plan : planned;
}
const part = (startSeconds: number, endSeconds: number) =>
  ({ startSeconds, endSeconds, cut: 'instant' }) as const;
const SOUND = { container: 'sound', sound: { kind: 'original' } } as const;

describe('a choice without what was marked', () => {
  it('encodes the picture and the sound of a video', () => {
    expect(planFor({})).toMatchObject({
      recipe: {
        kind: 'encode',
        container: 'mp4',
        picture: { codec: 'h264' },
        sound: { codec: 'aac' },
        span: null,
        cuts: CUTS,
      },
      seconds: 80,
      expect: { durationSeconds: 80, picture: { codec: 'h264' }, sound: { codec: 'aac' } },
      estimate: { bytes: 8_000_000, exact: false },
    });
  });

  it('encodes a sound, which would have been copied, with its own codec', () => {
    expect(planFor(SOUND)).toMatchObject({
      recipe: { container: 'ogg', picture: null, sound: { codec: 'opus' }, cuts: CUTS },
    });
    expect(planFor(choiceOf('mp3', 'low'))).toMatchObject({
      recipe: { container: 'mp3', sound: { codec: 'mp3', kilobitsPerSecond: 128 }, cuts: CUTS },
      estimate: { bytes: 128 * 125 * 80 },
    });
  });

  it('of a part leaves out the marks in it', () => {
    expect(planFor({}, part(15, 50))).toMatchObject({
      recipe: {
        span: { startSeconds: 15, endSeconds: 50 },
        cuts: [{ startSeconds: 15, endSeconds: 20 }],
      },
      seconds: 30,
    });
    const { withoutMarked: _, ...plain } = marked({}, part(30, 50));
    expect(planFor({}, part(30, 50))).toEqual(
      Object.values(planDownload(inspectionOf(), plain as Choice))[0],
    );
  });

  it('has a key of its own, by the choice and by the marks', () => {
    const keyOf = (...args: Parameters<typeof planFor>) => {
      const plan = planFor(...args);
      return 'key' in plan ? plan.key : plan;
    };
    const mp3 = choiceOf('mp3', 'high');
    const plain = planDownload(inspectionOf(), { ...mp3, withoutMarked: undefined } as never);
    const moved = [mark(10, 21), ...MARKS.slice(1)];
    const keys = [keyOf(mp3), keyOf(mp3, null, moved), 'plan' in plain && plain.plan.key];
    expect(new Set(keys).size).toBe(3);
    // An Ogg has no chapters, in which the marks would be.
    expect(keyOf(SOUND)).not.toBe(keyOf(SOUND, null, moved));
  });

  it.each<[string, Partial<Choice>, WantedPart | null, readonly Chapter[]]>([
    ['an item of which nothing is marked', {}, null, MARKS.slice(1, 2)],
    ['an item without chapters', {}, null, []],
    ['an item that is marked as a whole', {}, null, [mark(0, 100)]],
    ['a part that is marked as a whole', {}, part(11, 19), MARKS],
    ['its picture', { container: 'thumbnail' }, null, MARKS],
  ])('is not for %s', (_, choice, span, chapters) => {
    const thumbnail = { id: 't', width: null, height: null };
    const inspection = inspectionOf(chapters);
    const items = inspection.items.map((item) => ({ ...item, thumbnail }));
    expect(planDownload({ ...inspection, items }, marked(choice, span))).toEqual({
      unavailable: 'marks',
    });
  });

  it('is bounded as encoded video is, by what is decoded, and by its pixels', () => {
    const limits = { maxDurationSeconds: 1000, maxFileBytes: 1e9, maxEncodeSeconds: 99 };
    const settle = (maxEncodeSeconds: number, inspection = inspectionOf()) =>
      settlePlan(
        { inspection, sources: { egress: 'direct', byId: new Map() }, origin: NO_ORIGIN },
        { choice: marked({}), pointsAt: null, visitor: null },
        { ...limits, maxEncodeSeconds },
      );
    expect(encodesVideo(settle(100).recipe)).toBe(true);
    expect(() => settle(99)).toThrow(expect.objectContaining({ code: 'too_long' }));
    const picture = makePicture({ width: 3840, height: 2160 });
    const uhd = [makeTrack('uhd', { picture, sound: makeSound() })];
    const large = makeInspection([makeItem(uhd, { durationSeconds: 100, chapters: MARKS })]);
    expect(() => settle(399, large)).toThrow(expect.objectContaining({ code: 'too_long' }));
    expect(() => settle(400, large)).not.toThrow();
    const smooth = [makeTrack('uhd60', { picture: { ...picture, fps: 60 }, sound: makeSound() })];
    const twice = makeInspection([makeItem(smooth, { durationSeconds: 100, chapters: MARKS })]);
    expect(() => settle(799, twice)).toThrow(expect.objectContaining({ code: 'too_long' }));
    expect(() => settle(800, twice)).not.toThrow();
  });
});

describe('the marked parts', () => {
  const whole = { startSeconds: 0, endSeconds: 100 };
  it.each<[string, readonly Chapter[], readonly (readonly number[])[]]>([
    ['one', [mark(10, 20)], [[10, 20]]],
    ['two that touch', [mark(10, 20), mark(20, 30)], [[10, 30]]],
    ['two with less than a tenth between them', [mark(10, 20), mark(20.05, 30)], [[10, 30]]],
    [
      'two with a little more',
      [mark(20.2, 30), mark(10, 20)],
      [
        [10, 20],
        [20.2, 30],
      ],
    ],
    [
      'nearly from the start, nearly to the end',
      [mark(0.05, 5), mark(90, 99.95)],
      [
        [0, 5],
        [90, 100],
      ],
    ],
    ['one inside of another', [mark(10, 30), mark(12, 14)], [[10, 30]]],
    ['beyond the end', [mark(90, 120)], [[90, 100]]],
    ['of no length', [mark(10, 10.01)], []],
    ['by the millisecond', [mark(10.00049, 20.0005)], [[10, 20.001]]],
    ['all', [mark(0, 60), mark(60, 99.95)], []],
    ['all but what may be nothing', [mark(0, 60), mark(60, 99.2)], []],
  ])('are in order and apart: %s', (_, chapters, cuts) => {
    const found = markedWithin(chapters, whole);
    expect(found.map((one) => [one.startSeconds, one.endSeconds])).toEqual(cuts);
  });

  it('move what follows', () => {
    expect([5, 10, 15, 20, 50, 95, 110].map((at) => withoutCuts(at, CUTS))).toEqual([
      5, 10, 10, 10, 40, 80, 90,
    ]);
  });
});
