// Which tables a backup holds, and how their rows get out and in again, the same for both databases.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Schema } from './schema.ts';

/**
 * Every table, and whether its rows outlive the machine. Left out is what belongs to visitors' open business or to one
 * browser, what is forgotten within days anyhow, and what is found out again. A new table does not compile until
 * somebody has decided.
 */
export const TABLES: Readonly<Record<keyof Schema, 'kept' | 'left out'>> = {
  outcomes: 'kept',
  servers: 'left out',
  downloads: 'left out',
  trending_videos: 'kept',
  trending_view_marks: 'left out',
  trending_checks: 'left out',
  popular_weeks: 'left out',
  popular_marks: 'left out',
  popular_links: 'left out',
  popular_days: 'left out',
  listed_items: 'kept',
  ratings: 'kept',
  page_views: 'kept',
  admins: 'kept',
  admin_sessions: 'left out',
  audit_log: 'kept',
  settings: 'kept',
  takedowns: 'kept',
  takedown_steps: 'kept',
  takedown_counters: 'kept',
  blocks: 'kept',
};

/** The tables of a backup, in the order of their names. */
export const KEPT_TABLES = (Object.keys(TABLES) as (keyof Schema)[])
  .filter((table) => TABLES[table] === 'kept')
  .toSorted();

/** One row as it lies in the database. */
export type KeptRow = Readonly<Record<string, string | number | null>>;

const ROWS_AT_ONCE = 500;

/** Rows as they were at one moment, whatever is written meanwhile. */
export type Snapshot = {
  /** Every row of a table, few at a time, in no order. */
  readonly rowsOf: (table: keyof Schema) => AsyncIterable<readonly KeptRow[]>;
};

/** Lends a snapshot for as long as `use` takes. Nobody who writes meanwhile is held up. */
export function withSnapshot<T>(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute((inner) =>
      use({ rowsOf: kind === 'sqlite' ? (table) => streamed(inner, table) : cursor(inner) }),
    );
}

/** Writes rows into a table. Throws what the database throws, for a column that it does not have too. */
export async function insertRows(
  db: Kysely<Schema>,
  table: keyof Schema,
  rows: readonly KeptRow[],
): Promise<void> {
  if (rows.length === 0) return;
  // Their names come out of a file; which of them there are is the database's to say.
  const open = db as unknown as Kysely<Record<string, KeptRow>>;
  await open
    .insertInto(table)
    .values([...rows])
    .execute();
}

/** The names of those tables of ours that are there and not empty; a database without any of them is left as it is. */
export async function filledTables(db: Kysely<Schema>): Promise<readonly string[]> {
  const there = await db.introspection.getTables();
  const ours = there.filter(({ name }) => Object.hasOwn(TABLES, name));
  const filled: string[] = [];
  for (const { name } of ours) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

async function* streamed(
  db: Transaction<Schema>,
  table: keyof Schema,
): AsyncGenerator<readonly KeptRow[]> {
  let rows: KeptRow[] = [];
  for await (const row of db.selectFrom(table).selectAll().stream()) {
    rows.push(row as KeptRow);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/** PostgreSQL would hand over a whole table at once; a cursor gives it piece by piece. */
function cursor(db: Transaction<Schema>): Snapshot['rowsOf'] {
  return async function* (table) {
    await sql`declare kept no scroll cursor for select * from ${sql.table(table)}`.execute(db);
    for (;;) {
      const fetched = await sql<KeptRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from kept`.execute(db);
      if (fetched.rows.length === 0) break;
      yield fetched.rows;
    }
    await sql`close kept`.execute(db);
  };
}
