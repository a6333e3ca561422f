// Outcomes of attempts in the database; behind the port `Outcomes`.
import type { Kysely } from 'kysely';
import type { Outcome, Outcomes } from '../../core/outcomes/ports.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { type BatchNeeds, createWriteBatch } from './connection/write-batch.ts';
import type { Schema } from './schema.ts';

const HOUR_MS = 3_600_000;

/**
 * The port `Outcomes` on either database. Milliseconds are rounded. Throws TypeError for an `hour` that is not a full
 * one, since a finer time could identify a visitor; other failures are the driver's, and the caller must not let them
 * affect a request.
 */
export function createOutcomes(db: Kysely<Schema>): Outcomes {
  return {
    record: async (outcome) => {
      await insert(db, [toRow(outcome)]);
    },

    countSince: async (sinceMs) => {
      const counts = await db
        .selectFrom('outcomes')
        .where('hour', '>=', sinceMs)
        .groupBy(['platform', 'step', 'code'])
        .select(({ fn }) => ['platform', 'step', 'code', fn.countAll<number>().as('count')])
        .execute();
      // Sorted here, since PostgreSQL sorts text by the database's locale.
      return counts.sort(
        (a, b) =>
          compare(a.platform, b.platform) || compare(a.step, b.step) || compare(a.code, b.code),
      );
    },

    // The lower median: a duration that did occur.
    medianMsSince: async (sinceMs, platform) => {
      const successful = db
        .selectFrom('outcomes')
        .where('hour', '>=', sinceMs)
        .$if(platform !== 'all', (query) => query.where('platform', '=', platform as PlatformId))
        .where('step', '=', 'download')
        .where('bytes', '>', 0)
        .where('code', '=', 'ok');
      const below = successful.select(({ eb, fn }) =>
        eb(eb.parens(fn.countAll<number>(), '-', eb.lit(1)), '/', eb.lit(2)).as('below'),
      );
      const middle = await successful
        .select('duration_ms')
        .orderBy('duration_ms')
        .limit(1)
        .offset(below)
        .executeTakeFirst();
      return middle?.duration_ms ?? null;
    },

    forgetBefore: async (beforeMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('outcomes')
        .where('hour', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/**
 * The same, but `record` only queues the outcome, which is stored about a second later. `close` stores pending ones
 * before the database is closed.
 */
export function createBatchedOutcomes(
  db: Kysely<Schema>,
  needs: BatchNeeds,
): Outcomes & { readonly close: () => Promise<void> } {
  let count = 0;
  const batch = createWriteBatch<Schema['outcomes']>({
    ...needs,
    what: 'outcomes',
    keyOf: () => String(count++),
    merge: (_, newer) => newer,
    write: (rows) => insert(db, rows),
  });
  return {
    ...createOutcomes(db),
    record: async (outcome) => batch.add(toRow(outcome)),
    close: batch.close,
  };
}

async function insert(db: Kysely<Schema>, rows: readonly Schema['outcomes'][]): Promise<void> {
  await db.insertInto('outcomes').values(rows).execute();
}

/** Listed column by column, so that nothing else in an object is ever stored. */
function toRow(outcome: Outcome): Schema['outcomes'] {
  if (outcome.hour % HOUR_MS !== 0) throw new TypeError('An outcome keeps the whole hour only');
  return {
    platform: outcome.platform,
    step: outcome.step,
    code: outcome.code,
    duration_ms: Math.round(outcome.durationMs),
    bytes: Math.round(outcome.bytes),
    hour: outcome.hour,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
