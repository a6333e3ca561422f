// What the port `Popular` promises, on every database; and that the database names nothing that fewer than five visitors had.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPopular } from '../../src/adapters/database/popular.ts';
import { createPopularNames } from '../../src/adapters/secrets/count-names.ts';
import { canonicalItem } from '../../src/core/blocks/canonical-item.ts';
import type { Popular } from '../../src/core/trending/ports.ts';
import { databases, type TestDatabase } from './databases.ts';

const DAY_MS = 86_400_000;
/** A Monday. */
const WEEK = Date.UTC(2026, 10, 16);
const names = createPopularNames(new Uint8Array(32).fill(7));
const TABLES = ['popular_weeks', 'popular_marks', 'popular_links', 'popular_days'] as const;

const itemOf = (id: string) => {
  const item = canonicalItem(`https://youtu.be/${id}`);
  if (!item) throw new TypeError(`${id} is no video`);
  return item;
};
const RIVER = itemOf('labMain_001');
const LAKE = itemOf('labMain_002');

describe.each(databases)('popular items on %s', (_kind, make) => {
  let database: TestDatabase;
  let popular: Popular;
  beforeAll(async () => {
    database = await make();
    popular = createPopular(database.db);
    return database.end;
  });
  beforeEach(async () => {
    for (const table of [...TABLES, 'listed_items'] as const)
      await database.db.deleteFrom(table).execute();
  });
  const count = async (visitor: string, item = RIVER, day = WEEK, week = WEEK) => {
    const { nameOf, markOf } = names(await popular.weekKey(week));
    const mark = markOf(visitor, item.id);
    await popular.count({ item, name: nameOf(item.id), mark, week, day }, 5);
  };
  const countFor = async (visitors: string, item = RIVER, day = WEEK) => {
    for (const visitor of visitors) await count(visitor, item, day);
  };
  /** Every row of every table of ours, as one text. */
  const dump = async () => {
    const tables = await database.db.introspection.getTables();
    const rows = await Promise.all(
      tables.map(({ name }) =>
        database.db
          .selectFrom(name as 'popular_marks')
          .selectAll()
          .execute(),
      ),
    );
    return JSON.stringify(rows);
  };
  const rowsOf = (table: (typeof TABLES)[number]) =>
    database.db.selectFrom(table).selectAll().execute();
  const top = (day = WEEK, limit = 20) => popular.top(day, 5, limit);

  it('are stored without a link until the fifth visitor, and without visitors from then on', async () => {
    await countFor('abcda');
    for (const word of ['labMain_001', 'youtube']) expect(await dump()).not.toContain(word);
    expect(await rowsOf('popular_marks')).toHaveLength(4);
    expect(await top()).toEqual([]);
    await count('e');
    expect(await dump()).toContain('youtube:video:labMain_001');
    expect(await rowsOf('popular_marks')).toEqual([]);
    expect(await top()).toEqual([
      {
        platform: 'youtube',
        link: 'https://www.youtube.com/watch?v=labMain_001',
        downloads: 5,
        firstDay: WEEK,
      },
    ]);
  });

  it('count a visitor once until then, and every download later, each on its day', async () => {
    await countFor('aab');
    await countFor('acde', RIVER, WEEK + DAY_MS);
    await countFor('aa', RIVER, WEEK + 2 * DAY_MS);
    expect(await rowsOf('popular_days')).toEqual([
      { id: RIVER.id, day: WEEK, downloads: 2 },
      { id: RIVER.id, day: WEEK + DAY_MS, downloads: 3 },
      { id: RIVER.id, day: WEEK + 2 * DAY_MS, downloads: 2 },
    ]);
    expect((await top(WEEK + DAY_MS))[0]).toMatchObject({ downloads: 5, firstDay: WEEK + DAY_MS });
  });

  it('are counted right when many visitors come at once', async () => {
    await popular.weekKey(WEEK);
    const items = Array.from({ length: 10 }, (_, turn) => itemOf(`labMain_10${turn}`));
    const all = items.flatMap((item) => [...'abcdefgh'].map((visitor) => count(visitor, item)));
    await Promise.all(all);
    expect(await rowsOf('popular_marks')).toEqual([]);
    expect((await top()).map(({ downloads }) => downloads)).toEqual(items.map(() => 8));
  });

  it('are listed with the most downloads first, up to the limit, and none with few recent ones', async () => {
    await countFor('abcde', RIVER);
    await countFor('abcdef', LAKE);
    expect((await top()).map(({ downloads }) => downloads)).toEqual([6, 5]);
    expect((await top(WEEK, 1)).map(({ link }) => link)).toEqual([LAKE.link]);
    await count('g', LAKE, WEEK + DAY_MS);
    expect(await top(WEEK + DAY_MS)).toEqual([]);
  });

  it('are left out once they were on the list of trending videos', async () => {
    await countFor('abcde', RIVER);
    await countFor('abcde', LAKE);
    await popular.noteListed([RIVER.id, RIVER.id, 'tiktok:video:1']);
    await popular.noteListed([]);
    await popular.noteListed([RIVER.id]);
    expect((await top()).map(({ link }) => link)).toEqual([LAKE.link]);
  });

  it('have one key per week', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => popular.weekKey(WEEK)));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await popular.weekKey(WEEK + 7 * DAY_MS)).not.toBe(keys[0]);
  });

  it('lose key and marks at the end of the week, and links without downloads for seven days', async () => {
    const next = WEEK + 7 * DAY_MS;
    await countFor('abcde', RIVER, WEEK + 6 * DAY_MS);
    await countFor('abcde', LAKE);
    await count('a', itemOf('labMain_003'), WEEK + 6 * DAY_MS);
    await popular.weekKey(next);
    await popular.forgetBefore(next, next - 6 * DAY_MS);
    expect((await rowsOf('popular_weeks')).map((row) => 'week' in row && row.week)).toEqual([next]);
    expect(await rowsOf('popular_marks')).toEqual([]);
    expect(await dump()).not.toContain('labMain_002');
    await count('f', RIVER, next, next);
    expect((await top())[0]).toMatchObject({ downloads: 6 });
  });

  it('ignore a download whose week was over before it was counted', async () => {
    await popular.count({ item: RIVER, name: 'n', mark: 'm', week: WEEK, day: WEEK }, 5);
    expect(await rowsOf('popular_marks')).toEqual([]);
  });
});
