// Which tables a backup contains, and how their rows are exported and imported, for both databases.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Schema } from './schema.ts';

/**
 * Every table, and whether a backup keeps its rows. Left out: pending work of visitors, data of one browser, data that
 * expire within days, and data that are found out again. A new table does not compile without a decision here.
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
  api_keys: 'kept',
  api_key_origins: 'kept',
  files: 'left out',
};

/** The tables of a backup, by name. */
export const KEPT_TABLES = (Object.keys(TABLES) as (keyof Schema)[])
  .filter((table) => TABLES[table] === 'kept')
  .toSorted();

/** One row as stored. */
export type KeptRow = Readonly<Record<string, string | number | null>>;

const ROWS_AT_ONCE = 500;

/** A consistent snapshot of the rows. */
export type Snapshot = {
  /** Every row of a table, in small batches, unordered. */
  readonly rowsOf: (table: keyof Schema) => AsyncIterable<readonly KeptRow[]>;
};

/** Provides a snapshot for the duration of `use`, without blocking writers. */
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

/** Inserts rows into a table. Throws the database's errors, including those for unknown columns. */
export async function insertRows(
  db: Kysely<Schema>,
  table: keyof Schema,
  rows: readonly KeptRow[],
): Promise<void> {
  if (rows.length === 0) return;
  // Column names come from a file; the database decides which exist.
  const open = db as unknown as Kysely<Record<string, KeptRow>>;
  await open
    .insertInto(table)
    .values([...rows])
    .execute();
}

/** The product's tables that exist and are not empty. */
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

/** PostgreSQL would return a whole table at once; a cursor returns it in pieces. */
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
