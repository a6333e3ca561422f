import { describe, expect, it } from 'vitest';
import type { PlanOption, Recipe } from '../../choosing/plan.ts';
import { expectedOf } from './expected-file.ts';
import type { Probe, ProbedPicture, ProbedSound } from './find-fault.ts';

const picture: ProbedPicture = {
  kind: 'picture',
  index: 0,
  codec: 'h265',
  width: 1080,
  height: 1920,
  fps: 30,
  dynamicRange: 'sdr',
  startSeconds: 0,
  durationSeconds: 10,
};
const sound: ProbedSound = {
  kind: 'sound',
  index: 1,
  codec: 'opus',
  sampleRateHz: 48_000,
  channels: 2,
  bitsPerSecond: null,
  startSeconds: 0,
  durationSeconds: 7,
};
const probeOf = (...streams: Probe['streams']): Probe => ({
  bytes: 1,
  startSeconds: Math.min(...streams.map((one) => ('startSeconds' in one ? one.startSeconds : 0))),
  durationSeconds: 10,
  streams,
});
const film = probeOf(picture, sound);
const both = { picture: film, sound: film };
const COPY: Recipe = { kind: 'mux', container: 'mp4' };
const ENCODE = {
  kind: 'encode',
  container: 'mp4',
  picture: { codec: 'h264', shortSide: 360, kilobitsPerSecond: null },
  sound: { codec: 'aac', kilobitsPerSecond: 128 },
  span: null,
  fitBytes: null,
} as const satisfies Recipe;
/** What was announced of it is wrong in every respect. */
const option = (recipe: Recipe = COPY): Pick<PlanOption, 'recipe' | 'expect'> => ({
  recipe,
  expect: {
    picture: { codec: recipe.kind === 'encode' ? 'h264' : 'vp9', width: 640, height: 360 },
    sound: { codec: 'mp3' },
    durationSeconds: 99,
  },
});
const soundAlone = (recipe: Recipe): Pick<PlanOption, 'recipe' | 'expect'> => ({
  recipe,
  expect: { picture: null, sound: { codec: 'mp3' }, durationSeconds: 99 },
});

describe('a file holds', () => {
  it('what its source holds, whatever was announced', () => {
    expect(expectedOf(option(), both, null)).toEqual({
      picture: { codec: 'h265', width: 1080, height: 1920 },
      sound: { codec: 'opus' },
      durationSeconds: 10,
      leadSeconds: 0,
      apartSeconds: 3,
      subtitles: 0,
    });
  });

  it('the sound of its source, even if none was announced', () => {
    const { recipe, expect: announced } = option();
    const found = expectedOf({ recipe, expect: { ...announced, sound: null } }, both, null);
    expect(found.sound).toEqual({ codec: 'opus' });
  });

  it('no sound where its source has none, and the subtitles that were put into it', () => {
    const silent = probeOf(picture);
    const { recipe, expect: announced } = option();
    const expected = expectedOf(
      { recipe, expect: { ...announced, subtitles: 2 } },
      { picture: silent, sound: silent },
      null,
    );
    expect(expected).toMatchObject({ sound: null, durationSeconds: 10, subtitles: 2 });
  });

  it('what encoding makes of it', () => {
    expect(expectedOf(option(ENCODE), both, null)).toMatchObject({
      picture: { codec: 'h264', width: 360, height: 640 },
      sound: { codec: 'aac' },
      durationSeconds: 10,
      apartSeconds: 3,
    });
  });

  it('the sound alone, as long as the sound', () => {
    const mp3 = { ...ENCODE, container: 'mp3', picture: null } as const;
    expect(expectedOf(soundAlone(mp3), both, null)).toMatchObject({
      picture: null,
      durationSeconds: 7,
      apartSeconds: null,
    });
  });

  it('two tracks together, from the start of the first', () => {
    const from = {
      picture: probeOf({ ...picture, startSeconds: 1.4 }),
      sound: probeOf({ ...sound, startSeconds: 2 }),
    };
    const expected = expectedOf(option(), from, null);
    expect(expected.durationSeconds).toBeCloseTo(10);
    expect(expected.apartSeconds).toBeCloseTo(2.4);
  });

  it('two tracks without a common clock, each from its own start', () => {
    const from = { picture: probeOf({ ...picture, startSeconds: 3600 }), sound: probeOf(sound) };
    expect(expectedOf(option(), from, null)).toMatchObject({
      durationSeconds: 10,
      apartSeconds: 3,
    });
  });

  it('the sound alone that starts late, with what is before it or without', () => {
    const late = probeOf(picture, { ...sound, startSeconds: 2, durationSeconds: 5 });
    expect(expectedOf(soundAlone(COPY), { picture: late, sound: late }, null)).toMatchObject({
      durationSeconds: 5,
      leadSeconds: 2,
    });
  });

  it('anything where it is its own source, but a picture if one was chosen', () => {
    expect(expectedOf(option(), null, null)).toMatchObject({
      picture: { codec: 'other', width: null },
      sound: 'unknown',
      durationSeconds: null,
    });
    expect(expectedOf(soundAlone(COPY), null, null)).toMatchObject({
      picture: null,
      sound: { codec: 'other' },
    });
  });
});

describe('a part of a file', () => {
  it.each([
    ['within both', 1, 5, { durationSeconds: 4, apartSeconds: 0 }],
    ['with the end of the sound', 5, 9, { durationSeconds: 4, apartSeconds: 2 }],
    ['behind the sound', 7.5, 9.5, { durationSeconds: 2, sound: 'unknown', apartSeconds: null }],
  ])('%s', (_where, startSeconds, endSeconds, expected) => {
    const span = { startSeconds, endSeconds };
    expect(expectedOf(option(), both, span)).toMatchObject(expected);
  });

  it.each([
    [3, 7],
    [5, 7],
  ])('whose last picture is shown up to its end: from %i to %i s', (from, to) => {
    const early = probeOf({ ...picture, durationSeconds: 4 }, sound);
    const held = { picture: early, sound: early, isPictureHeld: true };
    const span = { startSeconds: from, endSeconds: to };
    expect(expectedOf(option(ENCODE), held, span)).toMatchObject({
      durationSeconds: to - from,
      apartSeconds: 0,
    });
  });
});

describe('a source that does not tell when its streams end', () => {
  const untold = probeOf(
    { ...picture, durationSeconds: null },
    { ...sound, durationSeconds: null },
  );
  const from = { picture: untold, sound: untold };
  it('is as long as it says as a whole', () => {
    expect(expectedOf(option(), from, null)).toMatchObject({
      durationSeconds: 10,
      apartSeconds: null,
    });
  });

  it('does not tell the length of its sound', () => {
    const mp3 = { ...ENCODE, container: 'mp3', picture: null } as const;
    expect(expectedOf(soundAlone(mp3), from, null).durationSeconds).toBeNull();
  });

  it('is of one length with its only stream', () => {
    const alone = probeOf({ ...sound, durationSeconds: null });
    const expected = expectedOf(soundAlone(COPY), { picture: null, sound: alone }, null);
    expect(expected.durationSeconds).toBe(10);
  });
});
