// Page views for operators over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPageViews } from '../../src/adapters/database/page-views.ts';
import { createPageViewSummary } from '../../src/core/site/page-views.ts';
import type { PageViewsAnswer } from '../../src/shared/api/counts.ts';
import { databases } from '../contracts/databases.ts';
import { type AdminFixture, startAdminFixture } from '../support/operators/admin-fixture.ts';

const DAY_MS = 86_400_000;

// What each database must do is in tests/contracts/page-views.test.ts.
describe.each(databases.slice(0, 1))('page views for operators, on %s,', (_kind, make) => {
  let fixture: AdminFixture;
  let today: number;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startAdminFixture(await make(), {}, ({ clock, db }) => ({
      sumUpPageViews: createPageViewSummary(createPageViews(db), clock),
    }));
    fixture.clock.advance(40 * DAY_MS);
    today = Math.floor(fixture.clock.now() / DAY_MS) * DAY_MS;
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(async () => {
    await fixture.database.db.deleteFrom('page_views').execute();
  });
  const count = (path: string, daysAgo = 0, language = 'en') =>
    createPageViews(fixture.database.db).count({ day: today - daysAgo * DAY_MS, path, language });
  const ask = (query = '', headers: Record<string, string> = { cookie }) =>
    fetch(`${fixture.origin}/api/admin/page-views${query}`, { headers });
  const sums = async (query = '') => (await (await ask(query)).json()) as PageViewsAnswer;

  it('are summed by day, page and language, including days without views', async () => {
    for (const path of ['/', '/', '/blog']) await count(path);
    await count('/', 2, 'fr');
    await count('/terms', 7);
    await count('/terms', 30);
    const week = await sums();
    expect(week).toEqual({
      total: 4,
      days: [0, 0, 0, 0, 1, 0, 3].map((views, n) => ({ day: today - (6 - n) * DAY_MS, views })),
      pages: [
        { path: '/', views: 3 },
        { path: '/blog', views: 1 },
      ],
      languages: [
        { language: 'en', views: 3 },
        { language: 'fr', views: 1 },
      ],
    });
    expect(await sums('?days=7')).toEqual(week);
    const month = await sums('?days=30');
    expect([month.total, month.days.length]).toEqual([5, 30]);
  });

  it('name the ten most seen pages and no more', async () => {
    for (let n = 0; n < 12; n += 1) await count(`/page-${n}`);
    await count('/page-11');
    const { pages, total } = await sums();
    expect([pages.length, total, pages[0]]).toEqual([10, 13, { path: '/page-11', views: 2 }]);
  });

  it('are empty where nothing was counted, and refused for other numbers of days', async () => {
    expect(await sums('?days=30')).toMatchObject({ total: 0, pages: [], languages: [] });
    expect((await ask('?days=365')).status).toBe(400);
  });
});
