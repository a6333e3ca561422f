import { describe, expect, it } from 'vitest';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { arrange, NO_FILTER, nextSort, type Sort } from './arrange.ts';

const video = (id: string, over: Partial<AdminTrendingItem> = {}): AdminTrendingItem => ({
  id,
  title: id,
  videoUrl: 'https://example.com/',
  platform: 'YouTube',
  platformId: 'youtube',
  featured: false,
  viewCount: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  available: true,
  downloadable: true,
  version: 1,
  position: null,
  ...over,
});
const VIDEOS = [
  video('c', { title: 'Été 10', viewCount: 3, featured: true }),
  video('a', { title: 'été 9', platformId: 'tiktok', createdAt: '2026-11-20T00:00:00.000Z' }),
  video('b', { title: 'Zebra', platformId: null, viewCount: 40, available: false }),
];
const ids = (list: readonly AdminTrendingItem[]) => list.map(({ id }) => id).join('');
const sorted = (sort: Sort) => ids(arrange(VIDEOS, NO_FILTER, sort, 'en'));

describe('the table of videos', () => {
  it('has the order of the site unless a column says otherwise, and leaves the list as it was', () => {
    expect(sorted(null)).toBe('cab');
    expect(sorted({ key: 'title', isDescending: false })).toBe('acb');
    expect(ids(VIDEOS)).toBe('cab');
  });

  it.each([
    ['id', 'abc', 'cba'],
    ['title', 'acb', 'bca'],
    ['platform', 'cab', 'bac'],
    ['featured', 'abc', 'cab'],
    ['views', 'acb', 'bca'],
    ['created', 'cba', 'acb'],
  ] as const)('is sorted by %s', (key, up, down) => {
    expect(sorted({ key, isDescending: false })).toBe(up);
    expect(sorted({ key, isDescending: true })).toBe(down);
  });

  it.each([
    [{ search: ' ETE ' }, 'ca'],
    [{ search: 'zeb' }, 'b'],
    [{ search: 'nothing' }, ''],
    [{ platform: 'unknown' }, 'b'],
    [{ platform: 'tiktok' }, 'a'],
    [{ featured: 'yes' }, 'c'],
    [{ featured: 'no' }, 'ab'],
    [{ availability: 'gone' }, 'b'],
    [{ availability: 'here', search: 'ete' }, 'ca'],
  ] as const)('with %j shows %j', (filter, expected) => {
    expect(ids(arrange(VIDEOS, { ...NO_FILTER, ...filter }, null, 'en'))).toBe(expected);
  });

  it('goes from direction to direction to the order of the site again', () => {
    const first = nextSort(null, 'views');
    const second = nextSort(first, 'views');
    expect(first).toEqual({ key: 'views', isDescending: true });
    expect(second).toEqual({ key: 'views', isDescending: false });
    expect(nextSort(second, 'views')).toBeNull();
    expect(nextSort(first, 'title')).toEqual({ key: 'title', isDescending: false });
  });
});
