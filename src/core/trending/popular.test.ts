import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aVideo } from '../../../tests/support/http/site-fixture.ts';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import { openDatabase } from '../../adapters/database/connection/open-database.ts';
import { createPopular } from '../../adapters/database/popular.ts';
import type { Database } from '../../adapters/database/schema.ts';
import { createTrendingChecks } from '../../adapters/database/trending-checks.ts';
import { createTrendingVideos } from '../../adapters/database/trending-videos.ts';
import { createPopularNames } from '../../adapters/secrets/count-names.ts';
import { canonicalItem } from '../blocks/canonical-item.ts';
import { createPopularDownloads, type PopularDownloads, weekOf } from './popular.ts';
import type { TrendingVideos } from './ports.ts';

const DAY_MS = 86_400_000;
/** A Thursday, at noon. */
const NOW = Date.UTC(2026, 10, 19, 12);
const RIVER = 'https://www.youtube.com/watch?v=labMain_001';
const LAKE = 'https://www.youtube.com/watch?v=labMain_002';

let clock: ManualClock;
let database: Database;
let videos: TrendingVideos;
let popular: PopularDownloads;
let blocked: string | null;
beforeEach(async () => {
  blocked = null;
  clock = createManualClock(NOW);
  database = await openDatabase({ url: null, dataDir: ':memory:' });
  videos = createTrendingVideos(database.db);
  popular = createPopularDownloads({
    popular: createPopular(database.db),
    checks: createTrendingChecks(database.db),
    names: createPopularNames(new Uint8Array(32).fill(7)),
    blockList: { hasAddress: (address) => address === blocked },
    clock,
  });
});
afterEach(() => database.close());

const download = async (visitors: string, link = RIVER) => {
  const item = canonicalItem(link);
  if (!item) throw new TypeError('no link of ours');
  for (const visitor of visitors) await popular.count(visitor, item);
};
const listed = async () => (await popular.worthFeaturing()).map(({ link }) => link);

describe('what is worth featuring', () => {
  it('is what five visitors downloaded in seven days, however the link was written', async () => {
    await download('ab');
    clock.advance(DAY_MS);
    await download('bc', 'https://youtu.be/labMain_001?si=x&t=4');
    await download('d', 'https://www.youtube.com/shorts/labMain_001');
    expect(await popular.worthFeaturing()).toEqual([]);
    await download('e');
    expect(await popular.worthFeaturing()).toEqual([
      { platform: 'youtube', link: RIVER, downloads: 5, sinceDays: 1 },
    ]);
  });

  it('has at most twenty entries', async () => {
    for (let n = 10; n < 35; n += 1) await download('abcde', `https://youtu.be/labMain_0${n}`);
    expect(await listed()).toHaveLength(20);
  });

  it('excludes what is or was a trending video', async () => {
    await download('abcde');
    await download('abcde', LAKE);
    await videos.add(aVideo('v', { videoUrl: 'https://youtu.be/labMain_001' }));
    expect(await listed()).toEqual([LAKE]);
    await videos.remove('v', clock.now(), null);
    await videos.forgetRemoved(clock.now() + 1);
    expect(await listed()).toEqual([LAKE]);
  });

  it('excludes what was blocked since', async () => {
    await download('abcde');
    await download('abcde', LAKE);
    blocked = RIVER;
    expect(await listed()).toEqual([LAKE]);
  });

  it('excludes a trending video that was removed before the first request', async () => {
    await videos.add(aVideo('v', { videoUrl: RIVER }));
    await videos.remove('v', clock.now(), null);
    await popular.sweep();
    await videos.forgetRemoved(clock.now() + 1);
    await download('abcde');
    expect(await listed()).toEqual([]);
  });

  it('starts again each week for pseudonymous items, and continues for named ones', async () => {
    await download('abcd');
    await download('abcde', LAKE);
    clock.advance(4 * DAY_MS);
    await popular.sweep();
    await download('abcd');
    await download('a', LAKE);
    expect(await popular.worthFeaturing()).toEqual([
      { platform: 'youtube', link: LAKE, downloads: 6, sinceDays: 4 },
    ]);
  });

  it('is forgotten without downloads for seven days', async () => {
    await download('abcde');
    clock.advance(6 * DAY_MS);
    await popular.sweep();
    expect(await listed()).toEqual([RIVER]);
    clock.advance(DAY_MS);
    expect(await listed()).toEqual([]);
    await popular.sweep();
    for (const table of [
      'popular_links',
      'popular_days',
      'popular_marks',
      'popular_weeks',
    ] as const)
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

it.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-19', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['1970-01-01', '1969-12-29'],
])('the ISO week of %s begins at %s', (day, monday) => {
  expect(new Date(weekOf(Date.parse(day))).toISOString().slice(0, 10)).toBe(monday);
});
