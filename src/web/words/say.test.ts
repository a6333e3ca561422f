// Messages with parameters: plurals and numbers are those of the language, Latin's those of Italian.
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import type { WordKey } from './keys.ts';
import { sayIn } from './say.ts';

const KEY = 'ui.close' satisfies WordKey;
const say = (code: string, intl: string, message: string) =>
  sayIn<WordKey>({ code, intl }, { [KEY]: compileMessage(message) });

it.each([
  ['en', 'en', 'Close {name}', { name: 'it' }, 'Close it'],
  ['en', 'en', '{count, plural, one {# file} other {# files}}', { count: 1 }, '1 file'],
  ['en', 'en', '{count, plural, one {# file} other {# files}}', { count: 1200 }, '1,200 files'],
  ['fr', 'fr', '{count, plural, one {# fichier} other {# fichiers}}', { count: 0 }, '0 fichier'],
  [
    'de',
    'de',
    '{count, plural, one {# Datei} other {# Dateien}}',
    { count: 1200 },
    '1.200 Dateien',
  ],
  [
    'ar',
    'ar',
    '{count, plural, two {both} few {few} many {many} other {other}}',
    { count: 2 },
    'both',
  ],
  [
    'ar',
    'ar',
    '{count, plural, two {both} few {few} many {many} other {other}}',
    { count: 5 },
    'few',
  ],
  [
    'ar',
    'ar',
    '{count, plural, two {both} few {few} many {many} other {other}}',
    { count: 11 },
    'many',
  ],
  [
    'la-LA',
    'it',
    '{count, plural, one {# fasciculus} other {# fasciculi}}',
    { count: 1 },
    '1 fasciculus',
  ],
  [
    'la-LA',
    'it',
    '{count, plural, one {# fasciculus} other {# fasciculi}}',
    { count: 12_000 },
    '12.000 fasciculi',
  ],
])('in %s, counted as in %s: %s with %j', (code, intl, message, params, text) => {
  expect(say(code, intl, message)(KEY, params)).toBe(text);
});

it('a message without parameters is said as it is', () => {
  expect(say('fr', 'fr', 'Fermer')(KEY)).toBe('Fermer');
});
