import { describe, expect, it } from 'vitest';
import {
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { AudioCodec, Item, Sound, Track } from '../../shared/media/media.ts';
import { audioOptions, originalSoundOptions } from './audio-options.ts';
import type { AudioChoice, SoundChoice } from './choice.ts';
import type { PlanOption } from './plan.ts';

const alone = (id: string, sound: Partial<Sound> = {}, track: Partial<Track> = {}) =>
  makeTrack(id, { sound: makeSound(sound), ...track });
const both = (id: string, sound: Sound | 'unknown' | null, track: Partial<Track> = {}) =>
  makeTrack(id, { picture: makePicture(), sound, ...track });
const ORIGINAL: SoundChoice = { kind: 'original' };
const GERMAN: SoundChoice = { kind: 'language', language: 'de' };

const idsOf = (options: readonly PlanOption[]) =>
  options.flatMap(({ sources }) => sources.map((one) => one.kind === 'track' && one.trackId));
const audio = (
  tracks: readonly Track[],
  choice: Partial<AudioChoice> = {},
  item: Partial<Item> = {},
) => audioOptions(makeItem(tracks, item), { container: 'm4a', sound: ORIGINAL, ...choice });
const original = (tracks: readonly Track[], choice = ORIGINAL, item: Partial<Item> = {}) =>
  originalSoundOptions(makeItem(tracks, item), choice);

describe('an audio file', () => {
  it.each<[AudioChoice['container'], AudioCodec, object]>([
    ['m4a', 'aac', { kind: 'copy', container: 'm4a' }],
    ['aac', 'aac', { kind: 'copy', container: 'aac' }],
    ['mp3', 'mp3', { kind: 'copy', container: 'mp3' }],
    ['m4a', 'opus', { kind: 'encode', sound: { codec: 'aac', kilobitsPerSecond: 192 } }],
    ['mp3', 'aac', { kind: 'encode', sound: { codec: 'mp3', kilobitsPerSecond: 320 } }],
  ])('%s of %s is copied if the format takes it, else encoded well', (container, codec, recipe) => {
    const [option] = audio([alone('a', { codec })], { container });
    expect(option?.recipe).toMatchObject(recipe);
    const encoded = { mp3: 'mp3', aac: 'aac', m4a: 'aac' } as const;
    expect(option?.expect).toEqual({
      picture: null,
      sound: { codec: encoded[container] },
      durationSeconds: 10,
    });
  });

  it('is taken out of a video that has it, which is written', () => {
    const [option] = audio([both('v', makeSound())]);
    expect(option?.sources).toEqual([{ kind: 'track', trackId: 'v', role: 'both' }]);
    expect(option?.recipe).toEqual({ kind: 'mux', container: 'm4a' });
    expect(option?.estimate).toEqual({ bytes: 160_000, exact: false });
  });

  it('is encoded where it is unknown what a video has', () => {
    expect(audio([both('v', 'unknown')])[0]?.recipe).toMatchObject({ kind: 'encode' });
  });

  it('is copied from the codec of the format, but encoded from the best', () => {
    const tracks = [
      alone('aac', { bitsPerSecond: 128_000 }),
      alone('opus', { codec: 'opus', bitsPerSecond: 160_000 }),
    ];
    expect(idsOf(audio(tracks))[0]).toBe('aac');
    expect(idsOf(audio(tracks, { kilobitsPerSecond: 320 }))[0]).toBe('opus');
  });

  it('has no size in advance when its length is unknown', () => {
    const choice = { kilobitsPerSecond: 128 };
    expect(audio([alone('a')], choice)[0]?.estimate.bytes).toBe(160_000);
    expect(audio([alone('a')], choice, { durationSeconds: null })[0]?.estimate.bytes).toBeNull();
  });

  it('has a size in whole bytes', () => {
    const sizeOf = ([option]: PlanOption[]) => option?.estimate.bytes;
    const odd = { durationSeconds: 10.00001 };
    expect(sizeOf(audio([alone('a')], { kilobitsPerSecond: 128 }, odd))).toBe(160_000);
    expect(sizeOf(audio([both('v', makeSound())], {}, odd))).toBe(160_000);
  });

  it('is as large as its track where that is copied', () => {
    const [option] = audio([alone('a', {}, { bytes: 5000 })]);
    expect(option?.estimate).toEqual({ bytes: 5000, exact: false });
  });
});

describe('audio that is not encoded', () => {
  it.each<[AudioCodec, string]>([
    ['aac', 'm4a'],
    ['mp3', 'mp3'],
    ['opus', 'ogg'],
    ['vorbis', 'ogg'],
    ['flac', 'm4a'],
    ['other', 'm4a'],
  ])('%s is saved as %s', (codec, container) => {
    expect(original([alone('a', { codec })])[0]).toMatchObject({
      recipe: { kind: 'copy', container },
      expect: { picture: null, sound: { codec }, durationSeconds: 10 },
    });
    expect(original([both('v', makeSound({ codec }))])[0]?.recipe).toEqual({
      kind: 'mux',
      container,
    });
  });

  it('is not taken from a video of which nobody knows whether it has audio', () => {
    expect(original([both('v', 'unknown'), both('silent', null)])).toEqual([]);
  });

  it('has its size by its own bit rate, not by that of the video around it', () => {
    const [option] = original([both('v', makeSound(), { bytes: 9_000_000 })]);
    expect(option?.estimate.bytes).toBe(160_000);
    const unknown = both('v', makeSound({ bitsPerSecond: null }), { bytes: 9_000_000 });
    expect(original([unknown])[0]?.estimate.bytes).toBeNull();
    const endless = original([both('v', makeSound())], ORIGINAL, { durationSeconds: null });
    expect(endless[0]?.estimate.bytes).toBeNull();
  });
});

describe('the source of audio', () => {
  it.each<[string, SoundChoice, readonly Track[], string[]]>([
    [
      'is a track of its own before the smallest video',
      ORIGINAL,
      [
        both('large', makeSound(), { bytes: 9 }),
        both('unsized', makeSound(), { bytes: null }),
        both('small', makeSound(), { bytes: 1 }),
        alone('a'),
      ],
      ['a', 'small', 'large', 'unsized'],
    ],
    [
      'is music only where there is nothing else',
      ORIGINAL,
      [alone('song', { role: 'music' }), both('v', makeSound())],
      ['v'],
    ],
    ['is music then', ORIGINAL, [alone('song', { role: 'music' })], ['song']],
    [
      'is never a dubbed video for the original voice',
      ORIGINAL,
      [both('dub', makeSound({ role: 'dub', language: 'de' })), both('v', 'unknown')],
      ['v'],
    ],
    [
      'is a video in a language only where it says so',
      GERMAN,
      [
        both('v', 'unknown'),
        both('fr', makeSound({ language: 'fr' })),
        both('de', makeSound({ language: 'de', role: 'dub' })),
      ],
      ['de'],
    ],
    [
      'is a video in the very language, however that is written',
      GERMAN,
      [
        both('fr', makeSound({ language: 'fr-DE' })),
        both('austrian', makeSound({ language: 'de-AT' }), { bytes: 1 }),
        both('loud', makeSound({ language: 'DE' }), { bytes: 2 }),
      ],
      ['loud'],
    ],
    [
      'is a video in the language of another region where that is all',
      GERMAN,
      [
        both('fr', makeSound({ language: 'fr-DE' })),
        both('swiss', makeSound({ language: 'de-CH' }), { bytes: 2 }),
        both('austrian', makeSound({ language: 'de-AT' }), { bytes: 1 }),
      ],
      ['austrian', 'swiss'],
    ],
    [
      'may be the smallest video, of which nobody knows whether it has audio',
      ORIGINAL,
      [
        both('small', 'unknown', { bytes: 1 }),
        both('known', makeSound(), { bytes: 2 }),
        both('large', 'unknown', { bytes: 3 }),
      ],
      ['small', 'known', 'large'],
    ],
    [
      'is the video that yt-dlp lists first, as the smallest, where no size is known',
      ORIGINAL,
      ['small', 'large'].map((id) => both(id, makeSound(), { bytes: null })),
      ['small', 'large'],
    ],
    [
      'is the original in a video rather than a dub of its own',
      ORIGINAL,
      [alone('dub', { role: 'dub', language: 'es' }), both('v', makeSound())],
      ['v'],
    ],
    [
      'is whole in a video rather than damaged of its own',
      ORIGINAL,
      [alone('a', {}, { caveats: ['damaged'] }), both('v', makeSound())],
      ['v', 'a'],
    ],
    [
      'is the exact track and no other',
      { kind: 'track', trackId: 'b' },
      [alone('a'), alone('b'), both('v', makeSound())],
      ['b'],
    ],
    ['is not a silent video', ORIGINAL, [both('silent', null), both('v', makeSound())], ['v']],
  ])('%s', (_what, sound, tracks, ids) => {
    expect(idsOf(audio(tracks, { sound, container: 'mp3' }))).toEqual(ids);
  });
});
