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
    ['A cat, and a (very) long #story about it', '', '/search?q=A+cat+and+a+very+long'],
    ['قطة تلعب', '/ar', `/ar/search?q=${encodeURIComponent('قطة')}+${encodeURIComponent('تلعب')}`],
    ['🐈 🐈', '', '/search?q='],
  ])('lead from "%s" in "%s" to %s for a similar video', (title, prefix, address) => {
    expect(searchLike(title, prefix)).toBe(address);
  });
});
