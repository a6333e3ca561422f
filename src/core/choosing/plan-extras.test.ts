// What a file gets besides video and audio: tags and subtitles.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import { type Choice, choiceOf, type Extras } from './choice.ts';
import { planDownload } from './plan-download.ts';

const subtitle = (id: string) =>
  ({ id, language: id, name: null, format: 'vtt', automatic: false }) as const;
const item = makeItem(
  [
    makeTrack('hd', { picture: makePicture(), sound: makeSound() }),
    makeTrack('sd', { picture: makePicture({ width: 640, height: 360 }), sound: makeSound() }),
    makeTrack('opus', { container: 'webm', sound: makeSound({ codec: 'opus' }) }),
  ],
  { subtitles: [subtitle('en'), subtitle('de')] },
);
const whole = { itemId: null, span: null, sound: { kind: 'original' } } as const;
const CHOICES = {
  mp4: choiceOf('mp4', 'high'),
  avi: { ...whole, container: 'avi', picture: { kind: 'quality', quality: 'high' } },
  mp3: choiceOf('mp3', 'high'),
  aac: { ...whole, container: 'aac' },
  sound: { ...whole, container: 'sound' },
} satisfies Record<string, Choice>;

const planned = (of: keyof typeof CHOICES, extras: Partial<Extras> = {}) =>
  planDownload(makeInspection([item]), { ...CHOICES[of], ...extras });
const planOf = (...request: Parameters<typeof planned>) => {
  const made = planned(...request);
  if (!('plan' in made)) throw new TypeError(`no plan: ${made.unavailable}`);
  return made.plan;
};

describe('a file with extras', () => {
  it.each<[string, Partial<Extras>]>([
    ['tags', { tags: { title: 'a' } }],
    ['subtitles', { subtitles: ['en'] }],
  ])(
    'is written, not passed on, where it has %s: the size is an estimate then',
    (_what, extras) => {
      expect(planOf('mp4')).toMatchObject({ recipe: { kind: 'copy' }, estimate: { exact: true } });
      const { recipe, estimate, alternatives, key, extras: kept } = planOf('mp4', extras);
      expect([recipe, ...alternatives.map((one) => one.recipe)]).toEqual([
        { kind: 'mux', container: 'mp4' },
        { kind: 'mux', container: 'mp4' },
      ]);
      expect(estimate).toEqual({ bytes: 1_000_000, exact: false });
      expect(kept).toEqual(extras);
      expect(key).not.toBe(planOf('mp4').key);
    },
  );

  it('is another file with other extras', () => {
    const keys = [
      planOf('mp3').key,
      planOf('mp3', { tags: { cover: true } }).key,
      planOf('mp3', { tags: { cover: false } }).key,
      planOf('mp4', { subtitles: ['en'] }).key,
      planOf('mp4', { subtitles: ['de'] }).key,
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is still encoded where it is encoded', () => {
    expect(planOf('mp3', { tags: { cover: true } }).recipe).toEqual(planOf('mp3').recipe);
  });

  it('has each chosen track of subtitles once', () => {
    const { expect: expected, extras } = planOf('mp4', { subtitles: ['en', 'de', 'en'] });
    expect(expected.subtitles).toBe(2);
    expect(extras).toEqual({ subtitles: ['en', 'de'] });
    expect(planOf('mp4', { tags: {} }).expect.subtitles).toBeUndefined();
  });

  it('is the plain file where no subtitles were chosen of those there are', () => {
    expect(planOf('mp4', { subtitles: [] })).toEqual(planOf('mp4'));
  });

  it.each<[keyof typeof CHOICES, Partial<Extras>, 'tags' | 'subtitles' | null]>([
    ['mp4', { tags: { title: 'a', cover: false } }, null],
    ['mp4', { tags: { cover: true } }, 'tags'],
    ['mp4', { subtitles: ['en', 'de'] }, null],
    ['mp4', { subtitles: ['en', 'fr'] }, 'subtitles'],
    ['avi', { tags: { artist: 'a' } }, null],
    ['avi', { subtitles: ['en'] }, 'subtitles'],
    ['mp3', { tags: { cover: true } }, null],
    ['mp3', { subtitles: ['en'] }, 'subtitles'],
    ['aac', { tags: {} }, 'tags'],
    // Opus is saved as Ogg.
    ['sound', { tags: { title: 'a' } }, null],
    ['sound', { tags: { cover: true } }, null],
  ])('is refused for what its format or the item does not have: %s %j', (of, extras, excess) => {
    const made = planned(of, extras);
    expect('unavailable' in made ? made.unavailable : null).toBe(excess);
  });
});

describe('the loudness of a file', () => {
  it.each<[keyof typeof CHOICES, 'tags' | 'level', object]>([
    ['mp3', 'tags', { kind: 'encode', loudness: 'tags' }],
    ['mp3', 'level', { kind: 'encode', loudness: 'level' }],
    ['aac', 'level', { kind: 'encode', sound: { codec: 'aac' }, loudness: 'level' }],
    ['sound', 'tags', { kind: 'mux', loudness: 'tags' }],
  ])('of %s is one thing more to be made: %s', (of, loudness, recipe) => {
    const plan = planOf(of, { loudness });
    expect(plan.recipe).toMatchObject(recipe);
    expect(plan.alternatives.every((one) => 'loudness' in one.recipe)).toBe(true);
    expect(new Set([plan.key, planOf(of).key]).size).toBe(2);
  });

  it.each<[keyof typeof CHOICES, 'tags' | 'level']>([
    ['mp4', 'tags'],
    ['avi', 'level'],
    ['aac', 'tags'],
    ['sound', 'level'],
  ])('of %s cannot be had so: %s', (of, loudness) => {
    expect(planned(of, { loudness })).toEqual({ unavailable: 'loudness' });
  });

  it('stays in a part', () => {
    const span = { startSeconds: 1, endSeconds: 3, cut: 'instant' } as const;
    const made = planDownload(makeInspection([item]), { ...CHOICES.sound, span, loudness: 'tags' });
    expect('plan' in made && made.plan.recipe).toMatchObject({ kind: 'clip', loudness: 'tags' });
  });

  it('is another file for each', () => {
    expect(planOf('mp3', { loudness: 'tags' }).key).not.toBe(
      planOf('mp3', { loudness: 'level' }).key,
    );
  });
});
