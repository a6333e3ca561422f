// The block list in the database; behind the port `Blocks`. Removed entries stay, for the monthly counts.
import { type Kysely, sql } from 'kysely';
import type { Block, Blocks } from '../../core/blocks/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { BlocksTable, Schema } from './schema.ts';

const DAY_MS = 86_400_000;

/** The port `Blocks` on either database. Adding throws AppError `server_full` when the disk is full. */
export function createBlocks(db: Kysely<Schema>): Blocks {
  const present = () => db.selectFrom('blocks').where('removed_at', 'is', null);
  return {
    async list(limit) {
      const rows = await present()
        .selectAll()
        .where('kind', '!=', 'alias')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromBlockRow);
    },
    async count() {
      const { count } = await present()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    subjects: () => present().select(['kind', 'subject']).distinct().execute(),
    async findVideo(subject) {
      const rows = await present()
        .selectAll()
        .where('kind', '=', 'video')
        .where((is) =>
          is.or([
            is('subject', '=', subject),
            is(
              'id',
              'in',
              is
                .selectFrom('blocks as other')
                .select('other.parent')
                .where('other.kind', '=', 'alias')
                .where('other.subject', '=', subject)
                .where('other.removed_at', 'is', null),
            ),
          ]),
        )
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(fromBlockRow);
    },
    async add(block) {
      await db
        .insertInto('blocks')
        .values(toBlockRow(block))
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async remove(id, removedAt) {
      const rows = await db
        .updateTable('blocks')
        .set({ removed_at: removedAt })
        .where((is) => is.or([is('id', '=', id), is('parent', '=', id)]))
        .where('removed_at', 'is', null)
        .returningAll()
        .execute();
      const row = rows.find((each) => each.id === id);
      return row ? fromBlockRow(row) : null;
    },
    async addedPerDay() {
      const day = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
      const rows = await db
        .selectFrom('blocks')
        .select(({ fn }) => ['kind', day.as('day'), fn.countAll<number>().as('count')])
        .where('kind', '!=', 'alias')
        .groupBy(['kind', day])
        .execute();
      return rows.map((row) => ({ ...row, day: row.day * DAY_MS }));
    },
  };
}

/** The columns of an active entry. */
export function toBlockRow(block: Block): BlocksTable {
  const { id, kind, subject, parentId, reason, noticeId, admin, createdAt } = block;
  return {
    id,
    kind,
    subject,
    reason,
    admin,
    parent: parentId,
    notice: noticeId,
    created_at: createdAt,
    removed_at: null,
  };
}

function fromBlockRow({ parent, notice, created_at, removed_at: _, ...row }: BlocksTable): Block {
  return { ...row, parentId: parent, noticeId: notice, createdAt: created_at };
}
