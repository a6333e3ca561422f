// The register of servers on this database; behind the port `Servers`.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ListedServer, ServerFacts, Servers } from '../../core/servers/server-registry.ts';
import type { Database } from './schema.ts';

const FACTS: z.ZodType<ServerFacts> = z.object({
  name: z.string(),
  version: z.string(),
  role: z.enum(['all', 'worker']),
  engine: z.string().nullable(),
  egress: z.string(),
  jobs: z.int(),
  downloads: z.int(),
  foundLost: z.int(),
  rssBytes: z.int(),
});
/** How long rows of crashed servers are kept. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** The database's time at the start of the statement, in epoch milliseconds. */
export function databaseNow(kind: Database['kind']): RawBuilder<number> {
  return kind === 'postgres'
    ? sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** The port `Servers` for one server on either database; another is alive if it was seen within `lostAfterMs`. */
export function createServers(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  self: {
    readonly id: string;
    readonly keyFingerprint: string;
    readonly lostAfterMs: number;
    /** What it tells of itself with each report; null as long as it does not know. */
    readonly describe?: () => ServerFacts | null;
  },
): Servers {
  const now = databaseNow(kind);

  const findStranger = async (on: typeof db) =>
    (await on
      .selectFrom('servers')
      .select('id')
      .where('id', '!=', self.id)
      .where('key_fingerprint', '!=', self.keyFingerprint)
      .where('seen_at', '>', sql<number>`${now} - ${self.lostAfterMs}`)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  /** The row with the current time. */
  const row = (startedAt: RawBuilder<number> | number) => {
    const facts = self.describe?.() ?? null;
    return {
      id: self.id,
      key_fingerprint: self.keyFingerprint,
      started_at: startedAt,
      seen_at: now,
      facts: facts && JSON.stringify(facts),
    };
  };

  return {
    async now() {
      const { time } = await db.selectNoFrom(now.as('time')).executeTakeFirstOrThrow();
      return Number(time);
    },

    hasStranger: () => findStranger(db),

    enter: () =>
      db.transaction().execute(async (inner) => {
        // Two that start together would not see each other's rows. SQLite serializes transactions anyway.
        if (kind === 'postgres')
          await sql`lock table servers in share row exclusive mode`.execute(inner);
        if (await findStranger(inner)) return null;
        await inner
          .deleteFrom('servers')
          .where('seen_at', '<', sql<number>`${now} - ${FORGOTTEN_AFTER_MS}`)
          .execute();
        const { started_at } = await inner
          .insertInto('servers')
          .values(row(now))
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(({ ref }) => ({
              key_fingerprint: ref('excluded.key_fingerprint'),
              started_at: ref('excluded.started_at'),
              seen_at: ref('excluded.seen_at'),
              facts: ref('excluded.facts'),
            })),
          )
          .returning('started_at')
          .executeTakeFirstOrThrow();
        return started_at;
      }),

    // Its row may be missing after an older copy of the database was restored.
    beat: async (startedAt) => {
      const seen = await db
        .insertInto('servers')
        .values(row(startedAt))
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(({ ref }) => ({
              seen_at: ref('excluded.seen_at'),
              facts: ref('excluded.facts'),
            }))
            .where('servers.started_at', '=', startedAt),
        )
        .returning('seen_at')
        .executeTakeFirst();
      return seen?.seen_at ?? null;
    },

    list: () => listServers({ db, kind }, self.id),

    leave: async (startedAt) => {
      await db
        .deleteFrom('servers')
        .where('id', '=', self.id)
        .where('started_at', '=', startedAt)
        .execute();
    },
  };
}

/** The servers that were seen within a day; `ownId` is that of this one. */
export async function listServers(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  ownId: string,
): Promise<readonly ListedServer[]> {
  const now = databaseNow(kind);
  const rows = await db
    .selectFrom('servers')
    .select(['id', 'started_at', 'seen_at', 'facts'])
    .where('seen_at', '>', sql<number>`${now} - ${FORGOTTEN_AFTER_MS}`)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, started_at, seen_at, facts }) => ({
    id,
    startedAt: started_at,
    seenAt: seen_at,
    isThis: id === ownId,
    facts: facts === null ? null : (FACTS.safeParse(JSON.parse(facts)).data ?? null),
  }));
}
