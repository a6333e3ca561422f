// What the ports `TrendingCounts` and `TrendingChecks` promise, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTrendingChecks } from '../../src/adapters/database/trending-checks.ts';
import { createTrendingCounts } from '../../src/adapters/database/trending-counts.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import type {
  TrendingChecks,
  TrendingCounts,
  TrendingVideos,
} from '../../src/core/trending/ports.ts';
import { aVideo } from '../support/http/site-fixture.ts';
import { databases, type TestDatabase } from './databases.ts';

const DAY_MS = 86_400_000;
const DAY = 20_400 * DAY_MS;

describe.each(databases)('on %s', (_kind, make) => {
  let database: TestDatabase;
  let counts: TrendingCounts;
  let checks: TrendingChecks;
  let videos: TrendingVideos;
  beforeAll(async () => {
    database = await make();
    counts = createTrendingCounts(database.db);
    checks = createTrendingChecks(database.db);
    videos = createTrendingVideos(database.db);
    return database.end;
  });
  beforeEach(async () => {
    for (const table of ['trending_videos', 'trending_view_marks', 'trending_checks'] as const)
      await database.db.deleteFrom(table).execute();
    await videos.add(aVideo('a'));
    await videos.add(aVideo('b'));
  });
  const count = (mark: string, video = 'a', day = DAY) => counts.count({ video, mark, day });
  const marks = () => database.db.selectFrom('trending_view_marks').selectAll().execute();
  const watched = async (id = 'a') => {
    const found = (await checks.list()).find((video) => video.id === id);
    if (!found) throw new TypeError(`${id} is not watched`);
    return found;
  };
  const missed = { checkedAt: 5, misses: 1, itemId: null, isAvailable: null };

  describe('views of trending videos', () => {
    it('count once for each mark, and leave the version and the other videos alone', async () => {
      expect([await count('m1'), await count('m1'), await count('m2')]).toEqual([
        'counted',
        'known',
        'counted',
      ]);
      expect(await videos.get('a')).toMatchObject({ viewCount: 2, version: 1 });
      expect(await videos.get('b')).toMatchObject({ viewCount: 0, version: 1 });
    });

    it('lose none and count none twice when many arrive at once', async () => {
      const all = Array.from({ length: 40 }, (_, turn) => count(`m${turn % 20}`));
      const counted = (await Promise.all(all)).filter((one) => one === 'counted');
      expect(counted).toHaveLength(20);
      expect(await videos.get('a')).toMatchObject({ viewCount: 20, version: 1 });
    });

    it('are refused and leave no mark for a video that is not there, or was removed', async () => {
      await videos.remove('b', 7, null);
      expect([await count('m1', 'none'), await count('m1', 'b')]).toEqual(['missing', 'missing']);
      expect(await marks()).toEqual([]);
    });

    it('survive an edit that was begun before them', async () => {
      await count('m1');
      expect(await videos.update('a', { title: 'Another' }, 1)).toBe('done');
      expect(await videos.get('a')).toMatchObject({ viewCount: 1, title: 'Another', version: 2 });
    });

    it('lose their visitors’ marks with the day, and stay counted', async () => {
      await count('m1', 'a', DAY - DAY_MS);
      await count('m2');
      await counts.forgetBefore(DAY);
      expect(await marks()).toEqual([{ mark: 'm2', day: DAY }]);
      expect(await videos.get('a')).toMatchObject({ viewCount: 2 });
    });

    it('are refused with a time finer than a day', async () => {
      await expect(count('m1', 'a', DAY + 1)).rejects.toThrow(TypeError);
      expect(await marks()).toEqual([]);
    });
  });

  describe('checks of trending videos', () => {
    it('are none at first', async () => {
      expect(await watched()).toEqual({
        id: 'a',
        version: 1,
        isAvailable: true,
        isRemoved: false,
        check: null,
        film: null,
        videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
        itemId: 'youtube:video:labMain_001',
      });
    });

    it('are stored, the last one, and change availability but not the version', async () => {
      await checks.note(await watched(), missed);
      expect(await watched()).toMatchObject({
        isAvailable: true,
        version: 1,
        check: { checkedAt: 5, misses: 1 },
      });
      await checks.note(await watched(), { ...missed, misses: 2, isAvailable: false });
      expect(await watched()).toMatchObject({ isAvailable: false, check: { misses: 2 } });
      await checks.note(await watched(), { ...missed, checkedAt: 9, isAvailable: null });
      expect(await watched()).toMatchObject({ isAvailable: false, check: { checkedAt: 9 } });
      expect(await videos.get('a')).toMatchObject({ isAvailable: false, version: 1 });
      expect(await videos.get('b')).toMatchObject({ isAvailable: true });
    });

    it('are ignored when the video was edited, removed or deleted meanwhile', async () => {
      const gone = { ...missed, isAvailable: false };
      const seen = await watched();
      await videos.update('a', { title: 'Another' }, null);
      await checks.note(seen, gone);
      expect(await watched()).toMatchObject({ isAvailable: true, check: null });
      const other = await watched('b');
      await videos.remove('b', 7, null);
      await checks.note({ ...other, version: 2 }, gone);
      expect(await watched('b')).toMatchObject({ isAvailable: true, isRemoved: true, check: null });
      await checks.note({ ...other, id: 'none' }, gone);
      expect(await database.db.selectFrom('trending_checks').selectAll().execute()).toEqual([]);
    });

    it('apply to the address or film that was checked, and to no later one', async () => {
      await checks.note(await watched(), missed);
      await videos.update('a', { videoUrl: 'https://youtu.be/labMain_002', film: null }, null);
      expect(await watched()).toMatchObject({ check: null, itemId: 'youtube:video:labMain_002' });
      await videos.update('a', { film: 'a.mp4', videoUrl: null }, null);
      await checks.note(await watched(), missed);
      expect(await watched()).toMatchObject({
        film: 'a.mp4',
        videoUrl: null,
        itemId: null,
        check: { misses: 1 },
      });
    });

    it('store which item a short address leads to, once that is known', async () => {
      await videos.update('a', { videoUrl: 'https://vm.tiktok.com/ZMabcDeFg/', film: null }, null);
      expect(await watched()).toMatchObject({ itemId: null });
      await checks.note(await watched(), { ...missed, itemId: 'tiktok:video:1' });
      expect(await watched()).toMatchObject({ itemId: 'tiktok:video:1' });
    });

    it('are deleted with the videos that are gone for good', async () => {
      for (const id of ['a', 'b']) await checks.note(await watched(id), missed);
      await videos.remove('b', 7, null);
      await checks.forgetGone();
      expect(await watched('b')).toMatchObject({ check: { misses: 1 } });
      await videos.forgetRemoved(8);
      await checks.forgetGone();
      const rows = await database.db.selectFrom('trending_checks').select('video').execute();
      expect(rows).toEqual([{ video: 'a' }]);
    });
  });
});
