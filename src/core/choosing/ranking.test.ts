// What is chosen where the engine knows more than the figures: real before upscaled, whole before damaged, plain before changed,
// the original voice before dubs, and another delivery among the alternatives.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { Caveat, Sound, Track, VideoCodec } from '../../shared/media/media.ts';
import { type Choice, choiceOf, choiceOfOffer, type VideoChoice } from './choice.ts';
import { offersOf } from './offers.ts';
import type { PlanOption } from './plan.ts';
import { planDownload } from './plan-download.ts';
import { rankItem } from './rank-tracks.ts';

const USUAL = { preference: -1, quality: -1, source: -1 };
const video = (id: string, lines: number, codec: VideoCodec = 'h264', part: Partial<Track> = {}) =>
  makeTrack(id, {
    picture: makePicture({ codec, width: (lines * 16) / 9, height: lines }),
    container: codec === 'vp9' ? 'webm' : 'mp4',
    ...part,
  });
const audio = (id: string, sound: Partial<Sound> = {}, part: Partial<Track> = {}) =>
  makeTrack(id, { sound: makeSound(sound), ...part });
const but = (...caveats: Caveat[]): Partial<Track> => ({ caveats });
const rated = (rating: Partial<Track['rating']>): Partial<Track> => ({
  rating: { ...USUAL, ...rating },
});
const list: Partial<Track> = { delivery: 'hls' };

const idsOf = ({ sources }: PlanOption) =>
  sources.map((one) => (one.kind === 'track' ? one.trackId : '')).join('+');
const plan = (tracks: readonly Track[], choice: Parameters<typeof planDownload>[1]) => {
  const planned = planDownload(makeInspection([makeItem(tracks)]), choice);
  return 'plan' in planned ? [planned.plan, ...planned.plan.alternatives].map(idsOf) : planned;
};
const inContainer = (container: VideoChoice['container']): Choice => ({
  itemId: null,
  span: null,
  container,
  picture: { kind: 'quality', quality: 'high' },
  sound: { kind: 'original' },
});
const offerOf = (tracks: readonly Track[], id: string) =>
  offersOf(makeItem(tracks), 'YouTube').find((one) => one.id === id);

describe('pictures that the platform enlarged', () => {
  const tracks = [
    audio('140'),
    audio('251', { codec: 'opus' }),
    video('18', 360, 'h264', { sound: makeSound() }),
    video('135', 480),
    video('244', 480, 'vp9'),
    video('247-sr', 720, 'vp9', but('upscaled')),
    video('248-sr', 1080, 'vp9', but('upscaled')),
    video('399-sr', 1080, 'av1', but('upscaled')),
  ];

  it.each([
    ['MP4 high', choiceOf('mp4', 'high'), '135+140'],
    ['MP4 medium', choiceOf('mp4', 'medium'), '135+140'],
    ['MP4 low', choiceOf('mp4', 'low'), '18'],
    ['WebM', inContainer('webm'), '244+251'],
    ['the original formats', inContainer('original'), '135+140'],
    ['the row of one', choiceOfOffer('track:399-sr', null), '399-sr+140'],
  ])('are chosen only by name: %s', (_what, choice, first) => {
    expect(plan(tracks, choice ?? choiceOf('mp4', 'low'))).toHaveProperty('0', first);
  });

  it('are listed below the real ones and named', () => {
    const rows = offersOf(makeItem(tracks), 'YouTube').filter(({ id }) => id.startsWith('track:'));
    expect(rows.map(({ id, caveats }) => [id.slice(6), ...caveats].join(' '))).toEqual([
      '244',
      '135',
      '18',
      '399-sr upscaled',
      '248-sr upscaled',
      '247-sr upscaled',
    ]);
    expect(rows.at(3)?.label).toBe('1080p · AV1 · upscaled by YouTube · ≈ 2 MB');
  });

  it('come after real ones of any codec, even for the buttons', () => {
    const only = [video('real', 480, 'vp9'), video('sr', 1080, 'h264', but('upscaled'))];
    expect(plan(only, choiceOf('mp4', 'high'))).toEqual(['real', 'sr']);
    expect(offerOf(only, 'high')?.shortSide).toBe(480);
  });

  it('are given where there is nothing else, and said to be', () => {
    const only = [video('sr', 1080, 'h264', but('upscaled'))];
    expect(offerOf(only, 'high')).toMatchObject({ shortSide: 1080, caveats: ['upscaled'] });
  });
});

describe('files of which a part is missing', () => {
  const tracks = [
    audio('140'),
    video('137', 1080, 'h264', { ...but('damaged'), ...rated({ preference: -10, quality: 9 }) }),
    video('136', 720, 'h264', rated({ quality: 8 })),
  ];

  it('are never taken for a whole one', () => {
    expect(plan(tracks, choiceOf('mp4', 'high'))).toEqual(['136+140', '137+140']);
    expect(offerOf(tracks, 'high')?.shortSide).toBe(720);
    expect(offerOf(tracks, 'track:137')).toMatchObject({
      caveats: ['damaged'],
      label: '1080p · H.264 · damaged according to YouTube · ≈ 2 MB',
    });
  });

  it('come after those that were enlarged', () => {
    const worse = [...tracks.slice(0, 2), video('sr', 720, 'vp9', but('upscaled'))];
    expect(plan(worse, choiceOf('mp4', 'high'))).toEqual(['sr+140', '137+140']);
  });

  it('may be audio, of which another codec is whole', () => {
    const sounds = [
      audio('140', { bitsPerSecond: 256_000 }, but('damaged')),
      audio('251', { codec: 'opus' }),
    ];
    const all = [...sounds, video('136', 720)];
    expect(plan(all, choiceOf('mp4', 'high'))).toEqual(['136+251']);
    expect(plan(all, choiceOf('mp3', 'high'))).toEqual(['251', '140']);
    expect(offerOf(all, 'high')?.caveats).toEqual([]);
  });
});

describe('of two tracks with equal figures', () => {
  it.each<[string, Track[], string[]]>([
    [
      'the one that yt-dlp prefers',
      [video('b', 720, 'h264', rated({ preference: -2 })), video('a', 720)],
      ['a', 'b'],
    ],
    [
      'a smaller one that yt-dlp prefers',
      [video('b', 1080, 'h264', rated({ preference: -10 })), video('a', 720)],
      ['a', 'b'],
    ],
    [
      'not the file 22, which is often damaged, whatever its bit rate',
      [
        video('b', 720, 'h264', { ...rated({ source: -5 }), bitsPerSecond: 9e6 }),
        video('a', 720, 'h264', { bitsPerSecond: 1e6 }),
      ],
      ['a', 'b'],
    ],
    [
      'the enhanced bit rate of a list',
      [video('a', 1080, 'vp9', { ...rated({ source: 99 }), ...list }), video('b', 1080, 'vp9')],
      ['a', 'b'],
    ],
    [
      'the one of the higher quality',
      [
        video('b', 720, 'h264', { ...rated({ quality: 7 }), bitsPerSecond: 9e6 }),
        video('a', 720, 'h264', rated({ quality: 8 })),
      ],
      ['a', 'b'],
    ],
    ['the one that yt-dlp lists last', [video('b', 720), video('a', 720)], ['a', 'b']],
  ])('is first: %s', (_what, tracks, ids) => {
    expect(rankItem(makeItem(tracks)).pictures.map(({ id }) => id)).toEqual(ids);
  });

  it.each<[string, Track[], string]>([
    ['the one that yt-dlp lists last', [audio('low'), audio('best')], 'best'],
    [
      'the one that yt-dlp lists last, without bit rates',
      [
        audio('233', { codec: 'other', bitsPerSecond: null }, list),
        audio('best', { codec: 'other', bitsPerSecond: null }, list),
      ],
      'best',
    ],
    [
      'the one of the higher quality',
      [audio('best', {}, rated({ quality: 3 })), audio('b')],
      'best',
    ],
    [
      'the plain one, whatever its bit rate',
      [audio('best'), audio('140-drc', { bitsPerSecond: 256_000 }, but('drc'))],
      'best',
    ],
    [
      'the plain one in another codec',
      [audio('best', { codec: 'opus' }), audio('140-drc', {}, but('drc'))],
      'best',
    ],
    [
      'compressed loudness, not boosted voices',
      [audio('vb', {}, but('voiceBoost')), audio('best', {}, but('drc'))],
      'best',
    ],
    [
      'the original with compressed loudness, not a plain dub',
      [audio('best', {}, but('drc')), audio('es', { role: 'dub' })],
      'best',
    ],
  ])('the better audio is %s', (_what, tracks, id) => {
    const ranked = rankItem(makeItem(tracks));
    expect(ranked.soundFor({ kind: 'original' }, 'aac')?.id).toBe(id);
    expect(plan(tracks, choiceOf('mp3', 'high'))).toHaveProperty('0', id);
  });
});

describe('an unknown voice', () => {
  const voices = ['bn', 'en', 'de'].map((language) =>
    audio(language, { language, role: 'unknown' }),
  );
  it.each(['high', 'mp3-320', 'original-sound', 'track:136'])('is said of %s', (id) => {
    const offer = offerOf([...voices, video('136', 720)], id);
    expect(offer?.voice).toBe('unknown');
    expect(offer?.label).toContain('voice unknown');
  });

  it('is the same in every alternative', () => {
    const again = voices.map((one) => ({ ...one, id: `${one.id}-2` }));
    const lists = voices.map((one) => ({ ...one, id: `${one.id}-3`, delivery: 'hls' }) as const);
    const options = plan([...voices, ...again, ...lists], choiceOf('mp3', 'high'));
    expect(options).toEqual(['de-2', 'de', 'de-3']);
  });

  it('is not said where the original is there', () => {
    const tracks = [...voices, audio('fr', { language: 'fr' }), video('136', 720)];
    expect(offerOf(tracks, 'high')).toMatchObject({ voice: 'original', language: 'fr' });
  });
});

describe('an alternative of another delivery', () => {
  const files = [
    audio('140'),
    video('134', 360),
    video('18', 360, 'h264', { sound: makeSound() }),
    video('136', 720),
    video('137', 1080),
  ];
  const lists = [
    audio('234', { codec: 'other', language: 'en' }, list),
    video('230', 360, 'h264', list),
    video('232', 720, 'h264', list),
  ];
  it.each([
    ['high', choiceOf('mp4', 'high'), ['137+140', '136+140', '232+140', '232+234']],
    ['MP3', choiceOf('mp3', 'high'), ['140', '234', '18']],
    ['a row', choiceOfOffer('track:136', null), ['136+140', '232+140', '18', '232+234']],
  ])('is in the plan: %s', (_what, choice, options) => {
    expect(plan([...files, ...lists], choice ?? choiceOf('mp4', 'low'))).toEqual(options);
  });

  it('is a file where the first is a list', () => {
    const tracks = [
      ...files.slice(0, 2),
      ...lists,
      video('270', 1080, 'h264', list),
      video('269', 144, 'h264', list),
      video('229', 240, 'h264', list),
    ];
    // A list with audio from a file: refused are either all files or all lists.
    expect(plan(tracks, choiceOf('mp4', 'high'))).toEqual([
      '270+140',
      '232+140',
      '134+140',
      '270+234',
      '232+234',
    ]);
  });

  it.each<[string, Track[]]>([
    ['there is none', []],
    ['it has no audio', [lists[2] as Track]],
    [
      'it has another voice',
      [audio('es', { role: 'dub', language: 'es' }, list), lists[2] as Track],
    ],
  ])('is not there where %s', (_what, more) => {
    const options = plan([...files, ...more], choiceOf('mp4', 'high'));
    expect(options).not.toHaveProperty('4');
    expect(JSON.stringify(options)).not.toMatch(/es"|"232"/u);
  });
});
