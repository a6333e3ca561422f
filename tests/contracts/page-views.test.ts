// What the port `PageViews` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPageViews } from '../../src/adapters/database/page-views.ts';
import type { PageViews } from '../../src/core/site-ports.ts';
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

  it('lose none of many at once', async () => {
    await Promise.all(Array.from({ length: 200 }, () => count('/trending')));
    expect(await views.since(0)).toEqual([
      { day: DAY, path: '/trending', language: 'en', views: 200 },
    ]);
  });

  it('are refused with a time finer than a day', async () => {
    await expect(count('/', 'en', DAY + 1)).rejects.toThrow(TypeError);
    expect(await views.since(0)).toEqual([]);
  });

  it('store four columns and nothing else a view may carry', async () => {
    const withMore = { day: DAY, path: '/', language: 'en', address: '192.0.2.7' };
    await views.count(withMore);
    const row = await database.db.selectFrom('page_views').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({ day: DAY, path: '/', language: 'en', views: 1 });
  });
});
