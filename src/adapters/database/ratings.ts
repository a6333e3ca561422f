// One rating per rater in the database; behind the port `Ratings`.
import type { Kysely } from 'kysely';
import type { Ratings } from '../../core/site/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

const DAY_MS = 24 * 3_600_000;

/** The port `Ratings` on either database. Throws AppError `server_full` when the disk is full. */
export function createRatings(db: Kysely<Schema>): Ratings {
  return {
    async put({ rater, stars, day }) {
      if (day % DAY_MS !== 0) throw new TypeError('A rating keeps the whole day only');
      await db
        .insertInto('ratings')
        .values({ rater, stars, day })
        .onConflict((conflict) => conflict.column('rater').doUpdateSet({ stars, day }))
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async has(rater) {
      const row = await db
        .selectFrom('ratings')
        .select('rater')
        .where('rater', '=', rater)
        .executeTakeFirst();
      return row !== undefined;
    },
    async summary() {
      // At most five rows. Sums and means differ in type between the databases; a count is a number on both.
      const rows = await db
        .selectFrom('ratings')
        .groupBy('stars')
        .select(({ fn }) => ['stars', fn.countAll<number>().as('count')])
        .execute();
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      const stars = rows.reduce((sum, row) => sum + row.count * row.stars, 0);
      return { count, average: count === 0 ? null : stars / count };
    },
  };
}
