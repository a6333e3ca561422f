import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { readGroups } from '../../scripts/web/read-words.ts';
import { loadErrorWords } from '../../src/compose/words.ts';
import { ERROR_CODES, UNKNOWN_FIGURES } from '../../src/shared/errors.ts';
import type { Language } from '../../src/shared/languages.ts';
import { LANGUAGE_CODES } from '../support/pages/locale-texts.ts';

const locales = path.resolve(import.meta.dirname, '../../content/locales');

describe.each(LANGUAGE_CODES)('the words of errors in %s', (language) => {
  const { intl }: Language = JSON.parse(
    readFileSync(path.join(locales, language, 'language.json'), 'utf8'),
  );
  const later = readGroups(locales, language, 'later');
  const texts: Record<string, string> = {
    ...readGroups(locales, language, 'first')['errors'],
    ...later['convert'],
    ...later['lists'],
    ...later['keys'],
    ...later['operator-errors'],
  };
  const messages = Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [code, compileMessage(text)]),
  );
  const i18n = setupI18n({ locale: intl, messages: { [intl]: messages } });

  it('name no figure that was not given', () => {
    const said = ERROR_CODES.map((code) => [
      code,
      i18n._(code, { platform: 'TikTok', megabytes: 0, ...UNKNOWN_FIGURES }),
    ]);
    expect(
      said.filter(([, text]) => /\p{N}|[{}#]|undefined/u.test(text?.replace('MP4', '') ?? '')),
    ).toEqual([]);
  });

  it('name the figures that were given', () => {
    const given = { retryAfterSeconds: 17, minutes: 17, gigabytes: 17, megabytes: 17 };
    const said = ['too_many_requests', 'platform_paused', 'too_long', 'too_large', 'server_full']
      .concat('server_busy', 'too_small_to_fit')
      .map((code) => i18n._(code, { platform: 'TikTok', ...given }));
    expect(said.filter((text) => !/17|١٧/.test(text))).toEqual([]);
  });
});

describe('the English words of the HTTP interface', () => {
  const words = loadErrorWords();

  it('name a retry time only if it is known', () => {
    expect(words('server_full', { retryAfterSeconds: 7 })).toMatch(/ again in 7 seconds\.$/);
    expect(words('server_full', {})).toMatch(/ again in a moment\.$/);
  });

  it('name the limit of this site only if it is known', () => {
    expect(words('too_long', { minutes: 1 })).toContain('limit of 1 minute.');
    expect(words('too_long', {})).toBe('This video is too long for this site.');
    expect(words('too_large', { gigabytes: 1.5 })).toContain('limit of 1.5 GB');
    expect(words('too_large', {})).toMatch(/^This file is too large for this site\. /);
  });
});
