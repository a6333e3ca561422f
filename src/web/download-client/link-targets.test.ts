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

  const tiktok = { platform: 'TikTok', platformId: 'tiktok' } as const;
  const gone = { id: 'v 1', ...tiktok, available: false };
  const other: Parameters<typeof searchLike>[0] = {
    id: 'v2',
    title: 'Something else',
    platform: 'YouTube',
    platformId: 'youtube',
    available: true,
  };
  const similar = (title: string, prefix: string, ...all: (typeof other)[]) =>
    searchLike({ ...gone, title }, [{ ...gone, title }, ...all], prefix);

  it.each([
    ['A post that was about the (very) long #story of a cat', '', 'story'],
    ['Street food in Osaka: the five best stalls', '', 'Street Osaka stalls'],
    ['Eine Katze, die nicht mit dem Hund spielt', '/de', 'Katze spielt'],
    ['قطة تلعب في المنزل', '/ar', 'قطة تلعب المنزل'],
  ])('lead from "%s" in "%s" to others with %s', (title, prefix, q) => {
    const alike = { ...other, title: q.toUpperCase() };
    const address = new URL(similar(title, prefix, other, alike) ?? '', 'http://keepreel.test');
    expect(address.pathname).toBe(`${prefix}/search`);
    expect(Object.fromEntries(address.searchParams)).toEqual({ q, source: 'trending', not: 'v 1' });
  });

  it('lead to those of the platform where no title is like it, and nowhere where there is none', () => {
    const same = { ...other, ...tiktok };
    for (const title of ['Cats at night', '🐈 of the'])
      expect(similar(title, '', other, same)).toBe('/search?q=TikTok&source=trending&not=v+1');
    expect(similar('Cats at night', '', other)).toBeNull();
    expect(similar('Something else', '', { ...other, available: false })).toBeNull();
  });
});
