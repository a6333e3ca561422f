// Filters and sorts the videos of the table.
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../../shared/platforms/platform.ts';

/** Search and filters of the table. `unknown` matches videos without a platform. */
export type Filter = {
  readonly search: string;
  readonly platform: PlatformId | 'unknown' | 'all';
  readonly featured: 'all' | 'yes' | 'no';
  readonly availability: 'all' | 'here' | 'gone';
};

/** Columns to sort by. */
export type SortKey = 'id' | 'title' | 'platform' | 'featured' | 'views' | 'created';

/** A column and its direction; null is the order in which visitors see them. */
export type Sort = { readonly key: SortKey; readonly isDescending: boolean } | null;

/** Matches everything. */
export const NO_FILTER: Filter = {
  search: '',
  platform: 'all',
  featured: 'all',
  availability: 'all',
};

/** Columns whose first sort direction is descending. */
const DESCENDING_FIRST: ReadonlySet<SortKey> = new Set(['featured', 'views', 'created']);

/** Returns the sort order after a click on a column header: its first direction, the other one, then none. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  const first = DESCENDING_FIRST.has(key);
  if (sort?.key !== key) return { key, isDescending: first };
  return sort.isDescending === first ? { key, isDescending: !first } : null;
}

/** Returns the matching videos, sorted. `language` is an `Intl` locale, for comparing titles. */
export function arrange(
  videos: readonly AdminTrendingItem[],
  filter: Filter,
  sort: Sort,
  language: string,
): readonly AdminTrendingItem[] {
  const wanted = plain(filter.search);
  const passing = videos.filter(
    (video) =>
      plain(video.title).includes(wanted) &&
      (filter.platform === 'all' || (video.platformId ?? 'unknown') === filter.platform) &&
      (filter.featured === 'all' || video.featured === (filter.featured === 'yes')) &&
      (filter.availability === 'all' || video.available === (filter.availability === 'here')),
  );
  if (sort === null) return passing;
  const compare = comparisons(new Intl.Collator(language, { numeric: true }))[sort.key];
  return passing.sort((one, other) =>
    sort.isDescending ? compare(other, one) : compare(one, other),
  );
}

type Compare = (one: AdminTrendingItem, other: AdminTrendingItem) => number;

function comparisons({ compare }: Intl.Collator): Readonly<Record<SortKey, Compare>> {
  return {
    id: (one, other) => compare(one.id, other.id),
    title: (one, other) => compare(one.title, other.title),
    platform: (one, other) => placeOf(one) - placeOf(other),
    featured: (one, other) => Number(one.featured) - Number(other.featured),
    views: (one, other) => one.viewCount - other.viewCount,
    created: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  };
}

/** Returns the display position of a platform; videos of extra sites, and those without one, come last. */
function placeOf({ platformId }: AdminTrendingItem): number {
  const order: readonly (PlatformId | null)[] = MAIN_PLATFORM_IDS;
  const place = order.indexOf(platformId);
  return place < 0 ? order.length : place;
}

/** Removes accents and capitals, for searching. */
function plain(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
