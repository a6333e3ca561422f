// Which audio is meant by a language, the same for every format.
import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../../tests/support/media/make-item.ts';
import type { Sound, Track } from '../../shared/media/media.ts';
import type { Choice } from './choice.ts';
import { planDownload } from './plan-download.ts';
import { languageFit, voiceFilter } from './voices.ts';

const voice = (language: string | null, part: Partial<Sound> = {}, id = language ?? 'none') =>
  makeTrack(id, { sound: makeSound({ language, role: 'dub', ...part }) });

describe('the language that was asked for', () => {
  it.each<[string | null, string, number | null]>([
    ['pt-BR', 'pt-br', 0],
    ['iw', 'he', 0],
    ['es-419', 'es-MX', 1],
    ['zh-Hant', 'zh-TW', 1],
    ['zh-TW', 'zh-HK', 1],
    ['sr', 'sr-Cyrl', 1],
    ['zh-CN', 'zh-TW', 2],
    ['sr-Latn', 'sr', 2],
    ['pt-PT', 'es', null],
    [null, 'en', null],
    ['en', '', null],
    ['en', '__proto__', null],
  ])('fits %s for %s: %s', (have, want, fit) => {
    expect(languageFit(have, want)).toBe(fit);
  });

  it.each<[string, string[], string, string[]]>([
    ['is the very tag', ['pt-PT', 'pt-BR'], 'pt-BR', ['pt-BR']],
    ['is the script before the language', ['zh-CN', 'zh-Hant'], 'zh-TW', ['zh-Hant']],
    ['is the language where nothing is nearer', ['zh-CN', 'fr'], 'zh-TW', ['zh-CN']],
    ['may be several', ['de-AT', 'de-CH', 'fr'], 'de', ['de-AT', 'de-CH']],
    ['may be none', ['de', 'fr'], 'it', []],
  ])('%s', (_what, languages, want, found) => {
    const tracks = languages.map((language) => voice(language));
    const matches = voiceFilter(tracks, { kind: 'language', language: want });
    expect(tracks.filter(matches).map(({ id }) => id)).toEqual(found);
  });

  it('is a description only where no other voice has it', () => {
    const described = voice('en', { role: 'description' });
    const matches = (tracks: readonly Track[]) =>
      tracks.filter(voiceFilter(tracks, { kind: 'language', language: 'en' }));
    expect(matches([described, voice('en-GB')]).map(({ id }) => id)).toEqual(['en-GB']);
    expect(matches([described])).toEqual([described]);
  });
});

describe('one rule for every format', () => {
  const tracks = [
    makeTrack('both', {
      picture: makePicture({ width: 640, height: 360 }),
      sound: makeSound({ language: 'pt-PT', role: 'dub' }),
    }),
    makeTrack('list', {
      picture: makePicture(),
      sound: makeSound({ language: 'pt-PT', role: 'dub' }),
      delivery: 'hls',
      container: 'ts',
    }),
    makeTrack('webm', { picture: makePicture({ codec: 'vp9' }), container: 'webm' }),
    voice('pt-BR', { codec: 'opus' }, 'wanted'),
    voice('pt-PT', { bitsPerSecond: 256_000 }, 'other'),
    makeTrack('original', { sound: makeSound({ language: 'en' }) }),
  ];
  const whole = {
    itemId: null,
    span: null,
    sound: { kind: 'language', language: 'pt-BR' },
  } as const;
  const high = { kind: 'quality', quality: 'high' } as const;
  it.each<[string, Choice]>([
    ['MP4', { ...whole, container: 'mp4', picture: high }],
    ['WebM', { ...whole, container: 'webm', picture: high }],
    ['MOV', { ...whole, container: 'mov', picture: high }],
    ['MP3', { ...whole, container: 'mp3', kilobitsPerSecond: 320 }],
    ['M4A', { ...whole, container: 'm4a' }],
    ['the original sound', { ...whole, container: 'sound' }],
    ['a row', { ...whole, container: 'mp4', picture: { kind: 'track', trackId: 'list' } }],
  ])('%s has the very voice', (_what, choice) => {
    const planned = planDownload(makeInspection([makeItem(tracks)]), choice);
    const options = 'plan' in planned ? [planned.plan, ...planned.plan.alternatives] : [];
    expect(options.length).toBeGreaterThan(0);
    for (const { sources } of options)
      expect(sources.map((one) => one.kind === 'track' && one.trackId)).toContain('wanted');
  });
});
