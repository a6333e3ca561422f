// What the port `TrendingOrder` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTrendingOrder } from '../../src/adapters/database/trending-order.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import type { TrendingOrder, TrendingVideos } from '../../src/core/trending/ports.ts';
import { databases, type TestDatabase } from './databases.ts';

describe.each(databases)('the order of featured videos on %s', (_kind, make) => {
  let database: TestDatabase;
  let videos: TrendingVideos;
  let order: TrendingOrder;
  beforeAll(async () => {
    database = await make();
    videos = createTrendingVideos(database.db);
    order = createTrendingOrder(database.db);
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('trending_videos').execute();
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries())
      await videos.add({
        id,
        title: id,
        description: null,
        videoUrl: 'https://video.example/',
        film: null,
        thumbnail: null,
        platform: null,
        viewCount: 0,
        isAvailable: true,
        position: null,
        featured: id !== 'd',
        createdAt: 10 - index,
      });
  });

  const listed = async () =>
    (await videos.list(200)).map(({ id, position, version }) => [id, position, version]);
  const seen = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, 1]));

  it('is the order that was stored', async () => {
    await order.put(['c', 'a', 'b'], seen('a', 'b', 'c'));
    expect(await listed()).toEqual([
      ['c', 0, 2],
      ['a', 1, 2],
      ['b', 2, 2],
      ['d', null, 1],
    ]);
  });

  it('gives a new version only to videos whose place changed', async () => {
    await order.put(['a', 'b', 'c'], seen('a', 'b', 'c'));
    await order.put(['b', 'a', 'c'], { a: 2, b: 2, c: 2 });
    expect(await listed()).toEqual([
      ['b', 0, 3],
      ['a', 1, 3],
      ['c', 2, 2],
      ['d', null, 1],
    ]);
  });

  it('may be empty', async () => {
    await database.db.deleteFrom('trending_videos').execute();
    await order.put([], {});
    expect(await listed()).toEqual([]);
  });

  it.each<[string, string[], Record<string, number>, string]>([
    ['a video in another version', ['c', 'a', 'b'], { a: 1, b: 2, c: 1 }, 'changed_meanwhile'],
    ['one too few', ['c', 'a'], seen('a', 'c'), 'changed_meanwhile'],
    ['one that is not featured', ['d', 'c', 'a', 'b'], seen('a', 'b', 'c', 'd'), 'invalid_request'],
    ['one that nobody knows', ['x', 'c', 'a', 'b'], seen('a', 'b', 'c', 'x'), 'invalid_request'],
  ])('stays unchanged for %s', async (_what, ids, versions, code) => {
    const before = await listed();
    await expect(order.put(ids, versions)).rejects.toMatchObject({ code });
    expect(await listed()).toEqual(before);
  });

  it('stays unchanged once a video was removed', async () => {
    await videos.remove('b', 5, null);
    const all = order.put(['a', 'b', 'c'], seen('a', 'b', 'c'));
    await expect(all).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await order.put(['c', 'a'], seen('a', 'c'));
    expect((await listed()).map(([id]) => id)).toEqual(['c', 'a', 'd']);
  });

  it('is that of exactly one of many concurrent requests', async () => {
    const wishes = [
      ['a', 'c', 'b'],
      ['b', 'a', 'c'],
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
      ['c', 'b', 'a'],
    ];
    const came = await Promise.allSettled(wishes.map((ids) => order.put(ids, seen('a', 'b', 'c'))));
    const won = came.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(won).toHaveLength(1);
    for (const one of came)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'changed_meanwhile' });
    expect(await listed()).toEqual([
      ...(wishes[won[0] ?? 0] ?? []).map((id, place) => [id, place, 2]),
      ['d', null, 1],
    ]);
  });
});
