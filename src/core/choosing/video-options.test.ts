// Which tracks make the video of a choice, and what the file then is.
import { describe, expect, it } from 'vitest';
import {
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { Item, Picture, Sound, Track } from '../../shared/media/media.ts';
import type { Quality } from '../../shared/media/qualities.ts';
import type { PictureChoice, SoundChoice } from './choice.ts';
import { rankItem } from './rank-tracks.ts';
import { bytesOf, pictureOptions } from './video-options.ts';

const ORIGINAL: SoundChoice = { kind: 'original' };
const GERMAN: SoundChoice = { kind: 'language', language: 'DE-at' };
const HIGH: PictureChoice = { kind: 'quality', quality: 'high' };

const video = (id: string, picture: Partial<Picture> = {}, track: Partial<Track> = {}) =>
  makeTrack(id, { picture: makePicture(picture), sound: makeSound(), ...track });
const lined = (lines: number, track: Partial<Track> = {}) =>
  video(`${lines}`, { width: lines * 2, height: lines }, track);
const optionsOf = (
  tracks: readonly Track[],
  picture: PictureChoice = HIGH,
  sound: SoundChoice = ORIGINAL,
  item: Partial<Item> = {},
) => [...pictureOptions(rankItem(makeItem(tracks, item)), picture, sound)];
const idsOf = (...asked: Parameters<typeof optionsOf>) =>
  optionsOf(...asked).map(({ sources }) =>
    sources.map((one) => (one.kind === 'track' ? one.trackId : '')).join('+'),
  );

describe('the tracks for a quality', () => {
  const all = [240, 360, 480, 720, 1080, 2160].map((lines) => lined(lines));
  it.each<[Quality, string]>([
    ['high', '2160 1080 720 480 360 240'],
    ['medium', '720 480 360 240 1080 2160'],
    ['low', '360 240 480 720 1080 2160'],
  ])(
    '%s are within it from the best down, then above it from the smallest up',
    (quality, order) => {
      expect(idsOf(all, { kind: 'quality', quality }).join(' ')).toBe(order);
    },
  );

  it.each<[Quality, string]>([
    ['high', '360 best worst'],
    ['medium', '360 best worst 1080'],
    ['low', '360 worst best 1080'],
  ])('%s: those of unknown size come after the sizes within it', (quality, order) => {
    const unknown = ['worst', 'best'].map((id) => video(id, { width: null, height: null }));
    const tracks = [...unknown, lined(360), ...(quality === 'high' ? [] : [lined(1080)])];
    expect(idsOf(tracks, { kind: 'quality', quality }).join(' ')).toBe(order);
  });

  it('play everywhere first, whatever their size', () => {
    expect(idsOf([video('hdr', { height: 2160, dynamicRange: 'hdr' }), video('sdr')])).toEqual([
      'sdr',
      'hdr',
    ]);
  });
});

describe('an exact track', () => {
  const exact = (trackId: string): PictureChoice => ({ kind: 'track', trackId });
  it('is followed by those that are no larger, each once', () => {
    const tracks = [240, 360, 480, 720].map((lines) => lined(lines));
    const twin = video('twin', { width: 960, height: 480 }, { delivery: 'hls' });
    expect(idsOf([...tracks, twin], exact('480'))).toEqual(['480', 'twin', '360', '240']);
  });

  it('is no video when it is only sound', () => {
    expect(idsOf([lined(360), makeTrack('a', { sound: makeSound() })], exact('a'))).toEqual([]);
  });
});

describe('a file of one track', () => {
  it.each<[string, Partial<Track>, string, boolean]>([
    ['an MP4', {}, 'copy', true],
    ['an MP4 whose size is only announced', { bytesExact: false }, 'copy', false],
    ['a WebM', { container: 'webm' }, 'mux', false],
    ['a playlist', { delivery: 'hls' }, 'mux', false],
  ])('is passed on as it is only if it is an MP4: %s', (_what, track, kind, exact) => {
    expect(optionsOf([video('v', {}, track)])[0]).toMatchObject({
      recipe: { kind, container: 'mp4' },
      sources: [{ trackId: 'v', role: 'both' }],
      expect: { sound: { codec: 'aac' }, durationSeconds: 10 },
      estimate: { bytes: 1_000_000, exact },
    });
  });
});

describe('the sound of a video', () => {
  const german = makeTrack('de', { sound: makeSound({ language: 'de-DE', role: 'dub' }) });
  const plain = makeTrack('a', { sound: makeSound() });
  const silent = video('silent', {}, { sound: null });
  const withSound = (sound: Partial<Sound>) => video('v', {}, { sound: makeSound(sound) });
  it.each<[string, SoundChoice, readonly Track[], string[]]>([
    ['is its own if that is the original', ORIGINAL, [withSound({}), plain], ['v']],
    [
      'is its own if its voice is not known',
      ORIGINAL,
      [withSound({ role: 'unknown' }), plain],
      ['v'],
    ],
    ['is not a dub', ORIGINAL, [withSound({ role: 'dub' }), plain], ['v+a']],
    ['is a dub only where there is nothing else', ORIGINAL, [withSound({ role: 'dub' })], ['v']],
    [
      'is the original in a smaller video rather than a dub in a larger one',
      ORIGINAL,
      [
        video('large', { height: 1080, width: 1920 }, { sound: null }),
        makeTrack('dub', { sound: makeSound({ role: 'dub', language: 'es' }) }),
        withSound({}),
      ],
      ['v'],
    ],
    [
      'is there in a smaller video rather than missing in a larger one',
      ORIGINAL,
      [video('large', { height: 1080, width: 1920 }, { sound: null }), withSound({})],
      ['v'],
    ],
    [
      'is not a description of the pictures',
      ORIGINAL,
      [withSound({ role: 'description' }), plain],
      ['v+a'],
    ],
    [
      'is the original in another codec before a dub that plays everywhere',
      ORIGINAL,
      [
        silent,
        makeTrack('dub', { sound: makeSound({ role: 'dub', bitsPerSecond: 256_000 }) }),
        makeTrack('opus', { sound: makeSound({ codec: 'opus' }) }),
      ],
      ['silent+opus'],
    ],
    [
      'is its own in a language however that is written',
      GERMAN,
      [withSound({ language: 'DE' })],
      ['v'],
    ],
    ['may be missing', ORIGINAL, [silent], ['silent']],
    [
      'is not looked for in a smaller video of which nobody knows whether it has any',
      ORIGINAL,
      [silent, video('small', { height: 360, width: 640 }, { sound: 'unknown' })],
      ['silent', 'small'],
    ],
    ['is put to a silent one', ORIGINAL, [silent, plain], ['silent+a']],
    ['is its own in a language', GERMAN, [withSound({ language: 'de-CH' }), german], ['v']],
    ['is another in a language', GERMAN, [withSound({ language: 'fr' }), german], ['v+de']],
    ['is not in a language nobody marked', GERMAN, [withSound({})], []],
    ['is not in a language if it is unknown', GERMAN, [video('v', {}, { sound: 'unknown' })], []],
    ['is not in a language if there is none', GERMAN, [silent], []],
    ['is not in a language that others have', GERMAN, [silent, plain], []],
    [
      'is the exact track',
      { kind: 'track', trackId: 'de' },
      [withSound({}), plain, german],
      ['v+de'],
    ],
  ])('%s', (_what, sound, tracks, ids) => {
    expect(idsOf(tracks, HIGH, sound)).toEqual(ids);
  });

  it('makes the file larger by itself', () => {
    const option = optionsOf([silent, { ...plain, bytes: 160_000 }])[0];
    expect(option).toMatchObject({
      recipe: { kind: 'mux', container: 'mp4' },
      estimate: { bytes: 1_160_000, exact: false },
      expect: { picture: { width: 1280, height: 720 }, durationSeconds: 10 },
    });
  });
});

it('there is no video in a photo', () => {
  expect(idsOf([lined(360)], HIGH, ORIGINAL, { kind: 'photo' })).toEqual([]);
});

it('the size of a track is that which is stated, else what its bit rate comes to, else unknown', () => {
  const track = makeTrack('a', { bytes: null, bitsPerSecond: 8000 });
  expect(bytesOf({ ...track, bytes: 5 }, 10)).toBe(5);
  expect(bytesOf(track, 10)).toBe(10_000);
  expect(bytesOf(track, 9.9999)).toBe(10_000); // whole bytes
  expect(bytesOf(track, null)).toBeNull();
  expect(bytesOf({ ...track, bitsPerSecond: null }, 10)).toBeNull();
});
