// Counts downloads by item in the database, hidden until enough visitors had one; behind the port `Popular`.
import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { CanonicalItem } from '../../core/blocks/canonical-item.ts';
import type { Popular } from '../../core/trending/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

const KEY_BYTES = 32;
/** Maximum number of values of one statement. */
const ROWS_AT_ONCE = 500;

/** The port `Popular` on either database. */
export function createPopular(db: Kysely<Schema>): Popular {
  return {
    async weekKey(week) {
      const read = () =>
        db.selectFrom('popular_weeks').select('key').where('week', '=', week).executeTakeFirst();
      const known = await read();
      if (known) return known.key;
      await db
        .insertInto('popular_weeks')
        .values({ week, key: randomBytes(KEY_BYTES).toString('hex') })
        .onConflict((conflict) => conflict.column('week').doNothing())
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
      // Another instance may have been first, and a past week has no key: nothing is kept under an empty one.
      return (await read())?.key ?? '';
    },

    async count({ item, name, mark, week, day }, visitors) {
      await db
        .transaction()
        .execute(async (inner) => {
          if (!(await lockWeek(inner, week))) return;
          if (await isClear(inner, item.id)) return add(inner, item.id, day, 1);
          await inner
            .insertInto('popular_marks')
            .values({ mark, name, day })
            .onConflict((conflict) => conflict.column('mark').doNothing())
            .execute();
          const { marks } = await inner
            .selectFrom('popular_marks')
            .where('name', '=', name)
            .select(({ fn }) => fn.countAll<number>().as('marks'))
            .executeTakeFirstOrThrow();
          if (marks >= visitors) await clear(inner, item, name);
        })
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },

    async noteListed(ids) {
      const rows = await db.selectFrom('listed_items').select('id').execute();
      const known = new Set(rows.map(({ id }) => id));
      const fresh = [...new Set(ids)].filter((id) => !known.has(id));
      for (let from = 0; from < fresh.length; from += ROWS_AT_ONCE)
        await db
          .insertInto('listed_items')
          .values(fresh.slice(from, from + ROWS_AT_ONCE).map((id) => ({ id })))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
    },

    async top(sinceDay, leastDownloads, limit) {
      const rows = await db
        .selectFrom('popular_days')
        .innerJoin('popular_links', 'popular_links.id', 'popular_days.id')
        .where('day', '>=', sinceDay)
        .where('popular_links.id', 'not in', (query) =>
          query.selectFrom('listed_items').select('id'),
        )
        .groupBy(['popular_links.id', 'platform', 'link'])
        .having(({ fn }) => fn.sum('downloads'), '>=', leastDownloads)
        .select(['platform', 'link'])
        .select(({ fn }) => [
          fn.sum<number | string>('downloads').as('total'),
          fn.min('day').as('firstDay'),
        ])
        .orderBy('total', 'desc')
        .orderBy('popular_links.id')
        .limit(limit)
        .execute();
      // PostgreSQL returns a sum as text.
      return rows.map(({ total, ...row }) => ({ ...row, downloads: Number(total) }));
    },

    async forgetBefore(week, day) {
      await db.transaction().execute(async (inner) => {
        await inner.deleteFrom('popular_weeks').where('week', '<', week).execute();
        await inner.deleteFrom('popular_marks').where('day', '<', week).execute();
        await inner.deleteFrom('popular_days').where('day', '<', day).execute();
        await inner
          .deleteFrom('popular_links')
          .where('id', 'not in', (query) => query.selectFrom('popular_days').select('id'))
          .execute();
      });
    },
  };
}

/** One download after the other, so that concurrent marks are counted correctly. False when the week is over. */
async function lockWeek(db: Transaction<Schema>, week: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('popular_weeks')
    .set((is) => ({ key: is.ref('key') }))
    .where('week', '=', week)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

async function isClear(db: Transaction<Schema>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('popular_links')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the item under its own name with its count so far and removes the marks of its visitors. */
async function clear(
  db: Transaction<Schema>,
  { id, platform, link }: CanonicalItem,
  name: string,
): Promise<void> {
  const marks = await db
    .deleteFrom('popular_marks')
    .where('name', '=', name)
    .returning('day')
    .execute();
  await db
    .insertInto('popular_links')
    .values({ id, platform, link })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  for (const [day, ofDay] of Map.groupBy(marks, (mark) => mark.day))
    await add(db, id, day, ofDay.length);
}

async function add(
  db: Transaction<Schema>,
  id: string,
  day: number,
  downloads: number,
): Promise<void> {
  await db
    .insertInto('popular_days')
    .values({ id, day, downloads })
    .onConflict((conflict) =>
      conflict
        .columns(['id', 'day'])
        .doUpdateSet(({ eb }) => ({ downloads: eb('popular_days.downloads', '+', downloads) })),
    )
    .execute();
}
