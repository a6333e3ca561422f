import { expect, it } from 'vitest';
import type { Words } from '../../../words/words.tsx';
import { loudnessLine } from './loudness-line.ts';

const wordsIn = (language: string): Pick<Words, 't' | 'language'> => ({
  language,
  t: (key, values) => [key, ...Object.values(values ?? {})].join(' | '),
});
const of = (loudness: Parameters<typeof loudnessLine>[0], language = 'en') =>
  // Isolated, so that a minus is where it belongs in Arabic as well.
  loudnessLine(loudness, wordsIn(language)).replaceAll('\u2066', '<').replaceAll('\u2069', '>');

it.each([
  [{ way: 'tags', lufs: -9.4, gainDb: -8.6 }, 'loudnessTags | <−9.4 LUFS> | <−8.6 dB>'],
  [{ way: 'level', lufs: -9.4, gainDb: -4.6 }, 'loudnessLevel | <−9.4 LUFS> | quieter | <4.6 dB>'],
  [{ way: 'level', lufs: -20, gainDb: 2 }, 'loudnessLevel | <−20.0 LUFS> | louder | <2.0 dB>'],
  [{ way: 'level', lufs: -14, gainDb: 0 }, 'loudnessLevel | <−14.0 LUFS> | same | <0.0 dB>'],
] as const)('the line says how loud it was and what changed: %j', (loudness, line) => {
  expect(of(loudness)).toBe(`receipt.${line}`);
});

it('the figures are those of the language', () => {
  expect(of({ way: 'tags', lufs: -9.4, gainDb: 1.25 }, 'de')).toContain('<−9,4 LUFS> | <1,3 dB>');
});
