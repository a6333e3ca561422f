// Parts of an item: which span a request means, what the plan makes of it, and which field is to blame.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../../tests/support/media/make-item.ts';
import { type Choice, choiceOf, type WantedPart } from '../choice.ts';
import { planDownload } from '../plan-download.ts';

const item = makeItem(
  [
    makeTrack('both', { picture: makePicture({}), sound: makeSound(), bytes: 10_000_000 }),
    makeTrack('sound', { sound: makeSound(), bytes: 1_000_000 }),
  ],
  {
    durationSeconds: 100,
    chapters: [
      { title: 'Intro', startSeconds: 0, endSeconds: 12.5 },
      { title: 'End', startSeconds: 90, endSeconds: null },
      { title: 'Nothing', startSeconds: 50, endSeconds: 50 },
    ],
  },
);

function planFor(span: WantedPart | null, choice: Partial<Choice> = choiceOf('mp4', 'high')) {
  const whole = { ...choiceOf('mp4', 'high'), ...choice } as Choice;
  const planned = planDownload(makeInspection([item]), { ...whole, span });
  return 'plan' in planned ? planned.plan : planned;
}

const part = (
  startSeconds: number,
  endSeconds: number | null,
  cut: WantedPart['cut'] = 'instant',
) => ({ startSeconds, endSeconds, cut }) as const;

describe('a part', () => {
  it.each<[string, WantedPart, { startSeconds: number; endSeconds: number }]>([
    ['between two times', part(10, 20), { startSeconds: 10, endSeconds: 20 }],
    ['up to the end', part(90.5, null), { startSeconds: 90.5, endSeconds: 100 }],
    ['a little behind the end', part(90, 100.4), { startSeconds: 90, endSeconds: 100 }],
    ['to the millisecond', part(1.23456, 2.00049), { startSeconds: 1.235, endSeconds: 2 }],
    ['a tenth of a second', part(9.9, 10), { startSeconds: 9.9, endSeconds: 10 }],
    ['a tenth, once rounded', part(1.0004, 1.0996), { startSeconds: 1, endSeconds: 1.1 }],
    ['all of it', part(0, 100), { startSeconds: 0, endSeconds: 100 }],
    ['a chapter', { chapter: 1, cut: 'instant' }, { startSeconds: 0, endSeconds: 12.5 }],
    ['the last chapter', { chapter: 2, cut: 'instant' }, { startSeconds: 90, endSeconds: 100 }],
  ])('%s is copied', (_name, wanted, span) => {
    expect(planFor(wanted)).toMatchObject({
      recipe: { kind: 'clip', container: 'mp4', span },
      seconds: span.endSeconds - span.startSeconds,
      expect: { durationSeconds: null },
    });
  });

  it('is as large as its share, and an exact one says so', () => {
    expect(planFor(part(10, 20))).toMatchObject({ estimate: { bytes: 1_000_000, exact: false } });
    expect(planFor(part(10, 20, 'exact'))).toMatchObject({ recipe: { isExact: true } });
  });

  it('of an MP3 is encoded exactly', () => {
    expect(planFor(part(10, 20), choiceOf('mp3', 'high'))).toMatchObject({
      recipe: { kind: 'encode', container: 'mp3', span: { startSeconds: 10, endSeconds: 20 } },
      expect: { durationSeconds: 10 },
      estimate: { bytes: 400_000 },
    });
  });

  it('has a key of its own, which another way of saying it shares', () => {
    const keyOf = (wanted: WantedPart | null, choice?: Choice) => {
      const plan = planFor(wanted, choice);
      return 'key' in plan ? plan.key : '';
    };
    const mp3 = choiceOf('mp3', 'high');
    const keys = [
      ...[keyOf(null), keyOf(part(10, 20)), keyOf(part(10, 21)), keyOf(part(10, 20, 'exact'))],
      ...[keyOf(null, mp3), keyOf(part(10, 20), mp3), keyOf(part(11, 20), mp3)],
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf({ chapter: 1, cut: 'instant' })).toBe(keyOf(part(0, 12.5)));
  });

  it.each<[string, WantedPart, string]>([
    ['a start at the end', part(100, null), 'from'],
    ['a start behind the end', part(86_400, null), 'from'],
    ['a start that is no number', part(Number.NaN, 5), 'from'],
    ['an end behind the end', part(5, 101), 'to'],
    ['an end before its start', part(20, 10), 'to'],
    ['an end that is no number', part(5, Number.NaN), 'to'],
    ['a millisecond', part(5, 5.001), 'to'],
    ['a chapter that is not there', { chapter: 4, cut: 'instant' }, 'chapter'],
    ['a chapter without a length', { chapter: 3, cut: 'instant' }, 'chapter'],
  ])('is refused for %s', (_name, wanted, field) => {
    expect(() => planFor(wanted)).toThrow(
      expect.objectContaining({ code: 'invalid_request', params: { field } }),
    );
  });

  it('is refused where a format cannot hide what is before it', () => {
    const webm = { ...choiceOf('mp4', 'high'), container: 'avi' } as Choice;
    expect(() => planFor(part(5, 9, 'exact'), webm)).toThrow(
      expect.objectContaining({ params: { field: 'cut' } }),
    );
  });

  it('leaves out what cannot hide it, where another format can', () => {
    const webm = makePicture({ codec: 'vp9' });
    const both = makeItem(
      [
        ...item.tracks,
        makeTrack('vp9', {
          container: 'webm',
          picture: webm,
          sound: makeSound({ codec: 'opus' }),
        }),
      ],
      {
        durationSeconds: 100,
      },
    );
    const original = { ...choiceOf('mp4', 'high'), container: 'original' } as Choice;
    const choice = { ...original, span: part(5, 9, 'exact') };
    const planned = planDownload(makeInspection([both]), choice);
    const whole = planDownload(makeInspection([both]), original);
    if (!('plan' in planned && 'plan' in whole)) throw new Error('there is a plan');
    const containersOf = ({ plan }: typeof planned) =>
      [plan, ...plan.alternatives].map(({ recipe }) => recipe.container);
    expect(containersOf(whole)).toContain('webm');
    expect(containersOf(planned)).not.toContain('webm');
  });

  it('is not to be had of a photo, or of what has no known length', () => {
    for (const odd of [
      { ...item, kind: 'photo' as const },
      { ...item, durationSeconds: null },
    ]) {
      const choice = { ...choiceOf('mp4', 'high'), span: part(1, 2) };
      expect(planDownload(makeInspection([odd]), choice)).toEqual({ unavailable: 'span' });
    }
  });
});
