import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import type { AuditAnswer } from '../../src/shared/api/audit.ts';
import { databases } from '../contracts/databases.ts';
import { type AdminFixture, startAdminFixture } from '../support/operators/admin-fixture.ts';

describe.each(databases)('what operators did, on %s', (_kind, make) => {
  let fixture: AdminFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startAdminFixture(await make());
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(() => fixture.database.db.deleteFrom('audit_log').execute());

  const add = (id: string, at: number) =>
    createAuditLog(fixture.database.db).add({
      id,
      at,
      admin: 'ann@site.example',
      action: 'trending_added' as const,
      subject: 'video',
      details: { title: 'A walk', featured: true, position: null },
    });
  const get = (query = '') =>
    fetch(`${fixture.origin}/api/admin/audit${query}`, { headers: { cookie } });
  const list = async (query = '') => (await (await get(query)).json()) as AuditAnswer;

  it('is returned as it was logged', async () => {
    await add('one', 5);
    expect(await list()).toEqual({
      entries: [
        {
          id: 'one',
          at: 5,
          admin: 'ann@site.example',
          action: 'trending_added',
          subject: 'video',
          details: { title: 'A walk', featured: true, position: null },
        },
      ],
      next: null,
    });
  });

  it.each([1, 2, 3, 4, 100])(
    'is read to its end, %i at a time, without duplicates',
    async (limit) => {
      const times = [10, 20, 30, 40, 50, 60, 70];
      for (const at of times) await add(`at ${at}`, at);
      const seen: number[] = [];
      for (let next: number | null = 1000; next !== null; ) {
        const page = await list(`?limit=${limit}&before=${next}`);
        seen.push(...page.entries.map(({ at }) => at));
        next = page.next;
      }
      expect(seen).toEqual(times.toReversed());
    },
  );

  it('skips no action of the same millisecond', async () => {
    for (const [index, at] of [9, 8, 8, 7, 7, 7, 6].entries()) await add(`entry ${index}`, at);
    const seen: string[] = [];
    for (let query = '?limit=4'; query !== ''; ) {
      const page = await list(query);
      expect(page.entries.length).toBeLessThanOrEqual(4);
      seen.push(...page.entries.map(({ id }) => id));
      query = page.next === null ? '' : `?limit=4&before=${page.next}`;
    }
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => `entry ${index}`));
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?before=-1', '?before=1e400', '?admin=ann'])(
    'is refused with %s',
    async (query) => {
      expect((await get(query)).status).toBe(400);
    },
  );
});
