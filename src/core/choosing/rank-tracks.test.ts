import { describe, expect, it } from 'vitest';
import {
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { Picture, Sound, Track } from '../../shared/media/media.ts';
import { playsEverywhere, rankItem, shortSideOf, soundTracks } from './rank-tracks.ts';

const video = (id: string, picture: Partial<Picture> = {}, track: Partial<Track> = {}) =>
  makeTrack(id, { picture: makePicture(picture), ...track });
const audio = (id: string, sound: Partial<Sound> = {}, track: Partial<Track> = {}) =>
  makeTrack(id, { sound: makeSound(sound), ...track });
const NO_SIZE = { width: null, height: null };

describe('of two pictures the better', () => {
  it.each<[string, Track, Track]>([
    ['is larger', video('better', { height: 721 }), video('b', { fps: 60 })],
    ['has more frames', video('better', { fps: 60 }), video('b', {}, { bitsPerSecond: 9 })],
    [
      'has more frames than an unknown number, which is the usual one',
      video('better', { fps: 50 }),
      video('b', { fps: null }),
    ],
    [
      'may be the one with an unknown number of frames',
      video('better', { fps: null }),
      video('b', { fps: 25 }),
    ],
    [
      'has the simpler delivery where the frames are the same but for rounding',
      video('better', { fps: 29.97 }),
      video('b', { fps: 30 }, { delivery: 'dash' }),
    ],
    [
      'has more frames, even as a playlist',
      video('better', { fps: 60 }, { delivery: 'hls' }),
      video('b'),
    ],
    [
      'is a playlist of one kind rather than of the other',
      video('better', {}, { delivery: 'dash' }),
      video('b', {}, { delivery: 'hls', bitsPerSecond: 9 }),
    ],
    [
      'has the higher bit rate',
      video('better', {}, { bitsPerSecond: 2 }),
      video('b', {}, { bitsPerSecond: 1 }),
    ],
    ['is larger than one of unknown size', video('better'), video('b', NO_SIZE)],
  ])('%s', (_what, better, other) => {
    for (const tracks of [
      [better, other],
      [other, better],
    ])
      expect(rankItem(makeItem(tracks)).pictures.map(({ id }) => id)).toEqual(['better', 'b']);
  });

  it('is the later one where the platform names no size', () => {
    const tracks = ['worst', 'middle', 'best'].map((id) => video(id, NO_SIZE));
    expect(rankItem(makeItem(tracks)).pictures.map(({ id }) => id)).toEqual([
      'best',
      'middle',
      'worst',
    ]);
  });
});

describe('of two sounds the better', () => {
  it.each<[string, Track, Track]>([
    ['is the original, not an unknown one', audio('better'), audio('b', { role: 'unknown' })],
    [
      'is unknown, not a dub',
      audio('better', { role: 'unknown' }),
      audio('b', { role: 'dub', bitsPerSecond: 999_000 }),
    ],
    [
      'is a dub, not a description of the pictures',
      audio('better', { role: 'dub' }),
      audio('b', { role: 'description' }),
    ],
    [
      'is the original, even where only a dub has the codec that fits',
      audio('better', { codec: 'opus', bitsPerSecond: 48_000 }, { delivery: 'hls' }),
      audio('b', { role: 'dub', bitsPerSecond: 256_000 }),
    ],
    [
      'may be an unknown voice, even where only a description has the codec that fits',
      audio('better', { role: 'unknown', codec: 'opus' }),
      audio('b', { role: 'description' }),
    ],
    [
      'has the codec that fits, even as a playlist',
      audio('better', {}, { delivery: 'hls' }),
      audio('b', { codec: 'opus' }),
    ],
    [
      'is a playlist of one kind rather than of the other',
      audio('better', {}, { delivery: 'dash' }),
      audio('b', { bitsPerSecond: 999_000 }, { delivery: 'hls' }),
    ],
    [
      'has the codec that fits, not the higher bit rate',
      audio('better'),
      audio('b', { codec: 'opus', bitsPerSecond: 999_000 }),
    ],
    [
      'has the simpler delivery',
      audio('better'),
      audio('b', { bitsPerSecond: 999_000 }, { delivery: 'hls' }),
    ],
    ['has the higher bit rate', audio('better', { bitsPerSecond: 129_000 }), audio('b')],
    ['has a known bit rate', audio('better'), audio('b', { bitsPerSecond: null })],
  ])('%s', (_what, better, other) => {
    for (const tracks of [
      [better, other],
      [other, better],
    ])
      expect(rankItem(makeItem(tracks)).soundFor({ kind: 'original' }, 'aac')?.id).toBe('better');
  });

  it('is never a song that was put under the video', () => {
    const song = audio('song', { role: 'music' });
    expect(rankItem(makeItem([song])).sounds).toEqual([]);
  });
});

describe('the sound for a choice', () => {
  const ranked = rankItem(
    makeItem([
      audio('en', { language: 'en-US' }),
      audio('opus', { language: 'en-US', codec: 'opus' }),
      audio('es', { language: 'ES-419', role: 'dub' }),
      audio('unknown', { role: 'unknown' }),
    ]),
  );
  const inLanguage = (language: string) =>
    ranked.soundFor({ kind: 'language', language }, 'aac')?.id ?? null;

  it('is in the language, whatever its region and letters', () => {
    expect(['en', 'EN-gb', 'es', 'fr'].map(inLanguage)).toEqual(['en', 'en', 'es', null]);
  });

  it('is the exact track, even after another was asked for', () => {
    const exact = (trackId: string) => ranked.soundFor({ kind: 'track', trackId }, 'aac')?.id;
    expect([exact('es'), exact('unknown'), exact('nope')]).toEqual(['es', 'unknown', undefined]);
  });

  it('has the codec that was preferred, even after another was', () => {
    const preferring = (codec: 'aac' | 'opus') => ranked.soundFor({ kind: 'original' }, codec)?.id;
    expect([preferring('aac'), preferring('opus')]).toEqual(['en', 'opus']);
  });
});

it('a track without a known sound is none', () => {
  const unknown = makeTrack('x', { sound: 'unknown' });
  expect(soundTracks([unknown, makeTrack('y'), video('v', {}, { sound: makeSound() })])).toEqual(
    [],
  );
});

it.each([
  [{}, true],
  [{ isPlain: true }, true],
  [{ isPlain: false }, false],
  [{ dynamicRange: 'hdr' }, false],
  [{ codec: 'h265' }, false],
] as const)('H.264 with %j plays everywhere: %s', (part, plays) => {
  expect(playsEverywhere(makePicture(part))).toBe(plays);
});

it('the lines of a picture are its shorter side, or the only known one, or unknown', () => {
  const sizes = [
    [1080, 1920],
    [null, 720],
    [640, null],
    [null, null],
  ] as const;
  const lines = sizes.map(([width, height]) => shortSideOf(makePicture({ width, height })));
  expect(lines).toEqual([1080, 720, 640, null]);
});
