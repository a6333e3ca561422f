// Counts page views in the database; behind the port `PageViews`.
import type { Kysely } from 'kysely';
import type { PageViews } from '../../core/site-ports.ts';
import { asDatabaseError } from './database-error.ts';
import type { Schema } from './schema.ts';

const DAY_MS = 24 * 3_600_000;

/** The port `PageViews` on either database. Throws AppError `server_full` when there is no room. */
export function createPageViews(db: Kysely<Schema>): PageViews {
  return {
    async count({ day, path, language }) {
      if (day % DAY_MS !== 0) throw new TypeError('A page view keeps the whole day only');
      // One statement: views at the same moment lose nothing of one another.
      await db
        .insertInto('page_views')
        .values({ day, path, language, views: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'path', 'language'])
            .doUpdateSet(({ eb }) => ({ views: eb('page_views.views', '+', 1) })),
        )
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    since: (dayMs) =>
      db
        .selectFrom('page_views')
        .select(['day', 'path', 'language', 'views'])
        .where('day', '>=', dayMs)
        .execute(),
  };
}
