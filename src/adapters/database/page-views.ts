// Counts page views in the database; behind the port `PageViews`.
import type { Kysely } from 'kysely';
import type { PageView, PageViews } from '../../core/site/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import { type BatchNeeds, createWriteBatch } from './connection/write-batch.ts';
import type { PageViewsTable, Schema } from './schema.ts';

const DAY_MS = 24 * 3_600_000;

/** The port `PageViews` on either database. Throws AppError `server_full` when the disk is full. */
export function createPageViews(db: Kysely<Schema>): PageViews {
  return {
    count: async (view) => add(db, [toRow(view)]),
    since: (dayMs) =>
      db
        .selectFrom('page_views')
        .select(['day', 'path', 'language', 'views'])
        .where('day', '>=', dayMs)
        .execute(),
  };
}

/**
 * The same, but `count` only queues the view, which is stored about a second later, and never fails. `close` stores
 * pending ones before the database is closed.
 */
export function createBatchedPageViews(
  db: Kysely<Schema>,
  needs: BatchNeeds,
): PageViews & { readonly close: () => Promise<void> } {
  const batch = createWriteBatch<PageViewsTable>({
    ...needs,
    what: 'page views',
    keyOf: ({ day, path, language }) => JSON.stringify([day, path, language]),
    merge: (one, other) => ({ ...one, views: one.views + other.views }),
    write: (rows) => add(db, rows),
  });
  return {
    ...createPageViews(db),
    count: async (view) => batch.add(toRow(view)),
    close: batch.close,
  };
}

/** Listed column by column, so that nothing else in a view is ever stored. */
function toRow({ day, path, language }: PageView): PageViewsTable {
  if (day % DAY_MS !== 0) throw new TypeError('A page view keeps the whole day only');
  return { day, path, language, views: 1 };
}

/** One statement, so that concurrent counts add up. No two rows share a day, page and language. */
async function add(db: Kysely<Schema>, rows: readonly PageViewsTable[]): Promise<void> {
  await db
    .insertInto('page_views')
    // Sorted, so that two servers on one database never deadlock.
    .values(rows.toSorted(inOrder))
    .onConflict((conflict) =>
      conflict.columns(['day', 'path', 'language']).doUpdateSet(({ eb, ref }) => ({
        views: eb('page_views.views', '+', ref('excluded.views')),
      })),
    )
    .execute()
    .catch((error: unknown) => {
      throw asDatabaseError(error);
    });
}

function inOrder(one: PageViewsTable, other: PageViewsTable): number {
  const [a, b] = [one, other].map(({ day, path, language }) => `${day} ${path} ${language}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
