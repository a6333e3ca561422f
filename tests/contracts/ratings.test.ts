// What the port `Ratings` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRatings } from '../../src/adapters/database/ratings.ts';
import type { Rating, Ratings } from '../../src/core/site/ports.ts';
import { databases, type TestDatabase } from './databases.ts';

const DAY_MS = 86_400_000;
const DAY = 20_400 * DAY_MS;

describe.each(databases)('ratings on %s', (_kind, make) => {
  let database: TestDatabase;
  let ratings: Ratings;
  const put = (rater: string, stars: Rating['stars'], day = DAY) =>
    ratings.put({ rater, stars, day });

  beforeAll(async () => {
    database = await make();
    ratings = createRatings(database.db);
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('ratings').execute();
  });

  it('have no mean as long as there is none', async () => {
    expect(await ratings.summary()).toEqual({ count: 0, average: null });
  });

  it('have a count and a mean', async () => {
    await put('a', 5);
    await put('b', 5);
    await put('c', 2);
    expect(await ratings.summary()).toEqual({ count: 3, average: 4 });
    await put('d', 1);
    expect(await ratings.summary()).toEqual({ count: 4, average: 3.25 });
  });

  it('keep one per rater, the last', async () => {
    await put('a', 1);
    await put('b', 3);
    await put('a', 5, DAY + DAY_MS);
    expect(await ratings.summary()).toEqual({ count: 2, average: 4 });
    const rows = await database.db.selectFrom('ratings').selectAll().orderBy('rater').execute();
    expect(rows).toEqual([
      { rater: 'a', stars: 5, day: DAY + DAY_MS },
      { rater: 'b', stars: 3, day: DAY },
    ]);
  });

  it('keep one of a rater who sends many at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => put('a', 4)));
    expect(await ratings.summary()).toEqual({ count: 1, average: 4 });
  });

  it('are refused with a time finer than a day', async () => {
    await expect(put('a', 4, DAY + 1)).rejects.toThrow(TypeError);
    expect(await ratings.summary()).toEqual({ count: 0, average: null });
  });

  it('store three columns and no other field of a rating', async () => {
    const withMore = {
      rater: 'a',
      stars: 4,
      day: DAY,
      link: 'https://youtu.be/abcdefghijk',
    } as const;
    await ratings.put(withMore);
    expect(await database.db.selectFrom('ratings').selectAll().execute()).toEqual([
      { rater: 'a', stars: 4, day: DAY },
    ]);
  });
});
