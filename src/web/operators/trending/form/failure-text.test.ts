import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { compileWords } from '../../../../../scripts/web/words-plugin.ts';
import { newTrendingRequest } from '../../../../shared/api/admin.ts';
import { RequestError } from '../../../browser/request.ts';
import type { WordKey } from '../../../words/keys.ts';
import type { Words } from '../../../words/words.tsx';
import { failureText } from './failure-text.ts';

const LOCALES = path.resolve(import.meta.dirname, '../../../../../content/locales');
const FIELDS = [...Object.keys(newTrendingRequest.shape), 'file'].filter(
  (field) => field !== 'viewCount',
);

/** The messages of a language. */
function wordsOf(code: string): Words['t'] {
  const messages = {
    ...compileWords(LOCALES, code, 'first', 'errors'),
    ...compileWords(LOCALES, code, 'later', 'operator-errors'),
    ...compileWords(LOCALES, code, 'later', 'operators-trending'),
  };
  const i18n = setupI18n({ locale: code, messages: { [code]: messages } });
  return (key, params) => i18n._(key, params);
}
const refused = (params?: Readonly<Record<string, string | number>>) =>
  new RequestError(400, '400: …', {
    success: false,
    code: 'invalid_request',
    message: 'The server says …',
    ref: 'r',
    ...(params && { params }),
  });

describe.each(readdirSync(LOCALES))('what was not taken, in %s', (code) => {
  const t = wordsOf(code);

  it.each(FIELDS)('names the field %s as the form does', (field) => {
    const text = failureText(refused({ field }), 'Failed', t);
    expect(text).toContain(t(`operators-trending.${field}` as WordKey));
    expect(text).not.toMatch(/[{}]|trending\.|errors\./);
  });

  it('is one plain sentence where no field is named', () => {
    const text = failureText(refused(), 'Failed', t);
    expect(text).not.toMatch(/[{}«“„]|none/);
    expect(text.length).toBeGreaterThan(5);
  });

  it('names a field that no form has by its own name', () => {
    expect(failureText(refused({ field: 'position' }), 'Failed', t)).toContain('position');
  });
});
