// Notices with their steps and counter-notices in the database; behind the port `Takedowns`.
import { type Kysely, sql } from 'kysely';
import type { NoticeChange, Takedowns } from '../../core/takedowns/ports.ts';
import type { TakedownState } from '../../core/takedowns/takedown.ts';
import { toBlockRow } from './blocks.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';
import {
  fromCounterRow,
  fromNoticeRow,
  toCounterRow,
  toLinks,
  toNoticeRow,
} from './takedown-row.ts';

const DAY_MS = 86_400_000;
const OPEN = ['received', 'counter_notice'] as const;

/** The port `Takedowns` on either database. Writing throws AppError `server_full` when the disk is full. */
export function createTakedowns(db: Kysely<Schema>): Takedowns {
  return {
    async add(notice, tokenHash) {
      const { id, state, receivedAt, version } = notice;
      await all(db, async (inner) => {
        await inner.insertInto('takedowns').values(toNoticeRow(notice, tokenHash)).execute();
        await inner
          .insertInto('takedown_steps')
          .values({ notice: id, version, state, at: receivedAt, admin: null, reason: null })
          .execute();
      });
    },
    async list(state, limit) {
      const rows = await db
        .selectFrom('takedowns')
        .selectAll()
        .$if(state !== null, (query) => query.where('state', 'in', statesOf(state)))
        .orderBy('received_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromNoticeRow);
    },
    async countOpen() {
      const { count } = await db
        .selectFrom('takedowns')
        .where('state', 'in', OPEN)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async get(id) {
      const row = await db
        .selectFrom('takedowns')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? fromNoticeRow(row) : null;
    },
    async findByToken(tokenHash) {
      const row = await db
        .selectFrom('takedowns')
        .selectAll()
        .where((is) =>
          is.or([
            is('token_hash', '=', tokenHash),
            is(
              'id',
              'in',
              is
                .selectFrom('takedown_counters')
                .select('notice')
                .where('takedown_counters.token_hash', '=', tokenHash),
            ),
          ]),
        )
        .executeTakeFirst();
      return row ? fromNoticeRow(row) : null;
    },
    steps: (id) =>
      db
        .selectFrom('takedown_steps')
        .select(['state', 'at', 'admin', 'reason'])
        .where('notice', '=', id)
        .orderBy('version')
        .execute(),
    async counters(id) {
      const rows = await db
        .selectFrom('takedown_counters')
        .selectAll()
        .where('notice', '=', id)
        .orderBy('received_at')
        .orderBy('id')
        .execute();
      return rows.map(fromCounterRow);
    },
    change: (id, version, change) => all(db, (inner) => changeNotice(inner, id, version, change)),
    forgetClosed: (beforeMs) => all(db, (inner) => forget(inner, beforeMs)),
    async stepsPerDay() {
      const day = sql<number>`at / ${sql.lit(DAY_MS)}`;
      const rows = await db
        .selectFrom('takedown_steps')
        .select(({ fn }) => ['state', day.as('day'), fn.countAll<number>().as('count')])
        .groupBy(['state', day])
        .execute();
      return rows.map((row) => ({ ...row, day: row.day * DAY_MS }));
    },
  };
}

function statesOf(state: TakedownState | 'open' | null): readonly TakedownState[] {
  return state === 'open' || state === null ? OPEN : [state];
}

/** All changes or none. */
async function all<T>(db: Kysely<Schema>, work: (inner: Kysely<Schema>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw asDatabaseError(error);
  }
}

async function changeNotice(
  db: Kysely<Schema>,
  id: string,
  version: number,
  change: NoticeChange,
): Promise<boolean> {
  const { state, waitingUntil, closedAt, step, links, counter, outcome, blocks, unblock } = change;
  const { numUpdatedRows } = await db
    .updateTable('takedowns')
    .set({
      state,
      waiting_until: waitingUntil,
      closed_at: closedAt,
      version: version + 1,
      ...(links && { links: toLinks(links) }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await db
    .insertInto('takedown_steps')
    .values({ ...step, notice: id, version: version + 1 })
    .execute();
  if (counter) {
    const row = toCounterRow(counter.notice, counter.tokenHash);
    await db.insertInto('takedown_counters').values(row).execute();
  }
  if (outcome) {
    await db
      .updateTable('takedown_counters')
      .set({ outcome })
      .where('notice', '=', id)
      .where('outcome', 'is', null)
      .execute();
  }
  if (blocks && blocks.length > 0)
    await db.insertInto('blocks').values(blocks.map(toBlockRow)).execute();
  if (unblock) await removeBlocks(db, id, unblock, step.at);
  return true;
}

async function removeBlocks(
  db: Kysely<Schema>,
  notice: string,
  which: readonly string[] | 'all',
  at: number,
): Promise<void> {
  const own = await db
    .selectFrom('blocks')
    .select('id')
    .where('notice', '=', notice)
    .where('removed_at', 'is', null)
    .$if(which !== 'all', (query) =>
      query.where('kind', '=', 'video').where('subject', 'in', which === 'all' ? [] : which),
    )
    .execute();
  const ids = own.map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .updateTable('blocks')
    .set({ removed_at: at })
    .where((is) => is.or([is('id', 'in', ids), is('parent', 'in', ids)]))
    .where('removed_at', 'is', null)
    .execute();
}

/** Blocks stay; only the sender's data are removed. */
async function forget(db: Kysely<Schema>, beforeMs: number): Promise<number> {
  const old = await db
    .selectFrom('takedowns')
    .select('id')
    .where('closed_at', '<', beforeMs)
    .where('state', 'not in', OPEN)
    .limit(500)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('takedown_steps').where('notice', 'in', ids).execute();
  await db.deleteFrom('takedown_counters').where('notice', 'in', ids).execute();
  await db.updateTable('blocks').set({ notice: null }).where('notice', 'in', ids).execute();
  await db.deleteFrom('takedowns').where('id', 'in', ids).execute();
  return ids.length;
}
