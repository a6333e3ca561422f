import { describe, expect, it } from 'vitest';
import { queryOf, readWanted } from './wanted.ts';

describe('what is looked for', () => {
  it.each([
    ['', { text: '', source: 'all' }],
    ['?q=mp3+bit%20rate', { text: 'mp3 bit rate', source: 'all' }],
    ['?source=blog&q=%D9%81', { text: 'ف', source: 'blog' }],
    ['?q=a&q=b&source=nowhere', { text: 'a', source: 'all' }],
    ['?q=a&source=trending&not=v1', { text: 'a', source: 'trending', not: 'v1' }],
    [`?q=${'x'.repeat(3000)}`, { text: 'x'.repeat(2048), source: 'all' }],
  ] as const)('is read from "%s"', (search, wanted) => {
    expect(readWanted(search)).toEqual(wanted);
  });

  it.each([
    ['  ', 'all', ''],
    [' mp3 & more ', 'all', '?q=mp3+%26+more'],
    ['', 'trending', '?source=trending'],
    ['ü', 'page', '?q=%C3%BC&source=page'],
  ] as const)('"%s" in %s is written as "%s"', (text, source, query) => {
    expect(queryOf({ text, source })).toBe(query);
    expect(readWanted(query)).toEqual({ text: text.trim(), source });
  });

  it('keeps what is left out', () => {
    expect(queryOf({ text: 'a', source: 'all', not: 'v1' })).toBe('?q=a&not=v1');
  });
});
