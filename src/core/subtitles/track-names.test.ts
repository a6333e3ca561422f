import { expect, it } from 'vitest';
import { trackNames } from './track-names.ts';

const track = (language: string, name: string | null, automatic = false) =>
  ({ id: language, language, name, format: 'vtt', automatic }) as const;

it.each([
  [
    'of the platform',
    [track('zh-Hans', 'Chinese (Simplified)'), track('zh-Hant', 'Chinese (Traditional)')],
    ['Chinese (Simplified)', 'Chinese (Traditional)'],
  ],
  [
    'of the language where the platform has none',
    [track('zh-Hant', null), track('pt-BR', null), track('sr-Latn', null)],
    ['Traditional Chinese', 'Brazilian Portuguese', 'Serbian (Latin)'],
  ],
  [
    'with what tells automatic ones apart',
    [
      track('en', 'English'),
      track('en', 'English', true),
      track('de', 'Deutsch (auto-generated)', true),
    ],
    ['English', 'English (auto)', 'Deutsch (auto-generated)'],
  ],
  [
    'with the region where the platform has the same for both',
    [track('es-ES', 'Spanish'), track('es-MX', 'Spanish'), track('fr', 'French')],
    ['Spanish (es-ES)', 'Spanish (es-MX)', 'French'],
  ],
  [
    'with a number where all is the same',
    [track('en', 'English'), track('en', 'English')],
    ['English', 'English 2'],
  ],
  ['of a tag that is none', [track('no language', null)], ['no language']],
])('tracks have names of their own: %s', (_name, tracks, names) => {
  expect(trackNames(tracks)).toEqual(names);
});
