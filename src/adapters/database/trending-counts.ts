// Counts views of trending videos in the database; behind the port `TrendingCounts`.
import type { Kysely } from 'kysely';
import type { TrendingCounts } from '../../core/trending/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

const DAY_MS = 24 * 3_600_000;

/** The port `TrendingCounts` on either database. */
export function createTrendingCounts(db: Kysely<Schema>): TrendingCounts {
  return {
    async count({ video, mark, day }) {
      if (day % DAY_MS !== 0) throw new TypeError('A view keeps the whole day only');
      return db
        .transaction()
        .execute(async (inner) => {
          const isThere = await inner
            .selectFrom('trending_videos')
            .select('id')
            .where('id', '=', video)
            .where('removed_at', 'is', null)
            .executeTakeFirst();
          if (!isThere) return 'missing';
          const { numInsertedOrUpdatedRows } = await inner
            .insertInto('trending_view_marks')
            .values({ mark, day })
            .onConflict((conflict) => conflict.column('mark').doNothing())
            .executeTakeFirstOrThrow();
          if (numInsertedOrUpdatedRows !== 1n) return 'known';
          await inner
            .updateTable('trending_videos')
            .set((is) => ({ view_count: is('view_count', '+', 1) }))
            .where('id', '=', video)
            .execute();
          return 'counted';
        })
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async forgetBefore(day) {
      await db.deleteFrom('trending_view_marks').where('day', '<', day).execute();
    },
  };
}
