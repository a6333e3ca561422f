import { describe, expect, it } from 'vitest';
import { downloaderFor, searchLike } from './link-targets.ts';

describe('the buttons of a trending video', () => {
  it('lead to the downloader of the language with the whole link put in', () => {
    const link = 'https://www.youtube.com/watch?v=a_b&t=1s#x';
    for (const home of ['/', '/fr']) {
      const address = new URL(downloaderFor(link, home), 'http://keepreel.test');
      expect(address.pathname).toBe(home);
      expect(address.searchParams.get('u')).toBe(link);
      expect(address.hash).toBe('');
    }
  });

  it.each([
    ['A post that was about the (very) long #story of a cat', '', 'long story'],
    ['Street food in Osaka: the five best stalls', '', 'Street Osaka stalls'],
    ['Eine Katze, die nicht mit dem Hund spielt', '/de', 'Katze Hund spielt'],
    ['قطة تلعب في المنزل', '/ar', 'قطة تلعب المنزل'],
    ['🐈 of the', '', ''],
  ])('lead from "%s" in "%s" to others with %s', (title, prefix, q) => {
    const address = new URL(searchLike({ id: 'v 1', title }, prefix), 'http://keepreel.test');
    expect(address.pathname).toBe(`${prefix}/search`);
    expect(Object.fromEntries(address.searchParams)).toEqual({ q, source: 'trending', not: 'v 1' });
  });
});
