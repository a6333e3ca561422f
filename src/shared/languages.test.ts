import { describe, expect, it } from 'vitest';
import { chooseLanguage, type Language, readAcceptLanguage } from './languages.ts';

const row = (code: string): Language => ({
  code,
  name: code,
  tag: code,
  prefix: `/${code}`,
  dir: 'ltr',
  intl: code,
});
const ours = ['en', 'ar', 'de', 'es', 'fr', 'it', 'la-LA', 'zh-CN'].map(row);
const chosen = (stored: string | undefined, ...preferred: string[]) =>
  chooseLanguage(ours, stored, preferred).code;

describe('the language of a visitor', () => {
  it.each([
    ['the stored choice', 'it', ['de'], 'it'],
    ['the stored choice in other letters', 'ZH-cn', [], 'zh-CN'],
    ['the full tag of the browser', undefined, ['zh-CN'], 'zh-CN'],
    ['its base', undefined, ['de-AT'], 'de'],
    ['any language that shares the base', undefined, ['zh-TW'], 'zh-CN'],
    ['any language that shares the base, in other letters', undefined, ['ZH-tw'], 'zh-CN'],
    ['any language that shares the base, by the base alone', undefined, ['la'], 'la-LA'],
    ['the first preference that is supported', undefined, ['pl', 'sv-SE', 'fr-CA', 'de'], 'fr'],
    ['its base rather than a preference after it', undefined, ['fr-CA', 'de'], 'fr'],
    ['English when nothing fits', undefined, ['pl'], 'en'],
    ['English when nothing is known', undefined, [], 'en'],
    ['the preference of the browser if the stored code is unsupported', 'xx', ['es'], 'es'],
  ])('is %s', (_what, stored, preferred, expected) => {
    expect(chosen(stored, ...preferred)).toBe(expected);
  });

  it('is the very language before another of the same base, and the base before a sibling', () => {
    const swiss = ['en', 'de-AT', 'de-CH', 'de'].map(row);
    const of = (tag: string) => chooseLanguage(swiss, undefined, [tag]).code;
    expect(['de-CH', 'de-LI', 'DE-ch'].map(of)).toEqual(['de-CH', 'de', 'de-CH']);
    expect(chooseLanguage(swiss.slice(0, 3), undefined, ['de-LI']).code).toBe('de-AT');
  });

  it('wants one language at least', () => {
    expect(() => chooseLanguage([], 'en', [])).toThrow(TypeError);
  });
});

describe('what a browser asks for', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['*', []],
    ['de', ['de']],
    ['en;q=0.1, fr-CA, de;q=0.9', ['fr-CA', 'de', 'en']],
    ['en;q=0, fr', ['fr']],
    ['en;q=x, fr', ['fr']],
    ['<script>, it ; q=0.4', ['it']],
    ['fr;q=-1, de;q=0.001', ['de']],
    ['it;level=1;q=0.2, es;q=0.8', ['es', 'it']],
    ['fr, de, it', ['fr', 'de', 'it']],
    ['fr;q=1, de, it;q=1.0', ['fr', 'de', 'it']],
    ['zh-Hans-CN, X-KLINGON, abcd, d', ['zh-Hans-CN']],
  ])('%s', (header, expected) => {
    expect(readAcceptLanguage(header)).toEqual(expected);
  });

  it('is read only so far', () => {
    expect(readAcceptLanguage('de,'.repeat(10_000))).toHaveLength(20);
  });
});
