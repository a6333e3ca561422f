// What the port `PageViews` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatchedPageViews, createPageViews } from '../../src/adapters/database/page-views.ts';
import type { PageViews } from '../../src/core/site/ports.ts';
import { createManualClock } from '../support/run/manual-clock.ts';
import { databases, type TestDatabase } from './databases.ts';

const DAY_MS = 86_400_000;
const DAY = 20_400 * DAY_MS;

describe.each(databases)('page views on %s', (_kind, make) => {
  let database: TestDatabase;
  let views: PageViews;
  const count = (path: string, language = 'en', day = DAY) => views.count({ day, path, language });

  beforeAll(async () => {
    database = await make();
    views = createPageViews(database.db);
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('page_views').execute();
  });

  it('are counted per day, page and language', async () => {
    await count('/');
    await count('/');
    await count('/', 'fr');
    await count('/blog');
    await count('/', 'en', DAY - DAY_MS);
    const all = await views.since(0);
    expect(all).toHaveLength(4);
    expect(all).toEqual(
      expect.arrayContaining([
        { day: DAY, path: '/', language: 'en', views: 2 },
        { day: DAY, path: '/', language: 'fr', views: 1 },
        { day: DAY, path: '/blog', language: 'en', views: 1 },
        { day: DAY - DAY_MS, path: '/', language: 'en', views: 1 },
      ]),
    );
    expect(await views.since(DAY)).toHaveLength(3);
  });

  it('lose none of many concurrent ones', async () => {
    await Promise.all(Array.from({ length: 200 }, () => count('/trending')));
    expect(await views.since(0)).toEqual([
      { day: DAY, path: '/trending', language: 'en', views: 200 },
    ]);
  });

  it('are refused with a time finer than a day', async () => {
    await expect(count('/', 'en', DAY + 1)).rejects.toThrow(TypeError);
    expect(await views.since(0)).toEqual([]);
  });

  it('store four columns and no other field of a view', async () => {
    const withMore = { day: DAY, path: '/', language: 'en', address: '192.0.2.7' };
    await views.count(withMore);
    const row = await database.db.selectFrom('page_views').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({ day: DAY, path: '/', language: 'en', views: 1 });
  });

  describe('in batches', () => {
    const warn = (message: string, cause: unknown) => {
      throw new Error(message, { cause });
    };

    it('are stored a second later, added to the stored count', async () => {
      const clock = createManualClock();
      const batched = createBatchedPageViews(database.db, { clock, warn });
      await count('/');
      for (const path of ['/', '/blog', '/'])
        await batched.count({ day: DAY, path, language: 'en' });
      expect(await batched.since(0)).toHaveLength(1);
      clock.advance(1000);
      await expect.poll(() => batched.since(0)).toHaveLength(2);
      expect(await batched.since(0)).toEqual(
        expect.arrayContaining([
          { day: DAY, path: '/', language: 'en', views: 3 },
          { day: DAY, path: '/blog', language: 'en', views: 1 },
        ]),
      );
      await batched.close();
    });

    it('of two servers are all stored when these end', async () => {
      const servers = [1, 2].map(() =>
        createBatchedPageViews(database.db, { clock: createManualClock(), warn }),
      );
      const paths = Array.from({ length: 700 }, (_, n) => `/${n % 600}`);
      for (const [n, server] of servers.entries())
        for (const path of n === 0 ? paths : paths.toReversed())
          await server.count({ day: DAY, path, language: 'en' });
      await Promise.all(servers.map((server) => server.close()));
      const all = await views.since(0);
      expect(all).toHaveLength(600);
      expect(all.reduce((sum, one) => sum + one.views, 0)).toBe(1400);
    });

    it('are refused with a time finer than a day', async () => {
      const batched = createBatchedPageViews(database.db, { clock: createManualClock(), warn });
      const refused = batched.count({ day: DAY + 1, path: '/', language: 'en' });
      await expect(refused).rejects.toThrow(TypeError);
      await batched.close();
    });
  });
});
