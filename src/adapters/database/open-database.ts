// Opens the database that the operator chose and brings it up to date; called once by main.
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrate, migrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/** An open database with the present schema. */
export type Database = {
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /** Empties SQLite's write-ahead log, where deleted rows linger until then. Does nothing on PostgreSQL. */
  readonly checkpoint: () => Promise<void>;
  /** Ends all connections; safe to call twice. */
  readonly close: () => Promise<void>;
};

/** Longest wait for a PostgreSQL connection, in milliseconds, before a query fails. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 10;

/**
 * Opens PostgreSQL when `url` is a `postgres:` address, else the file `keepreel.sqlite` in `dataDir` (made for this
 * user only), or memory when `dataDir` is `:memory:`; runs `steps` (see {@link migrate}). Throws what the driver or a
 * step throws, and TypeError for another address.
 */
export async function openDatabase(options: {
  readonly url: string | null;
  readonly dataDir: string;
  readonly steps?: typeof migrations;
}): Promise<Database> {
  const database =
    options.url === null ? await openSqlite(options.dataDir) : openPostgres(options.url);
  try {
    await migrate(database.db, options.steps ?? migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openSqlite(dataDir: string): Promise<Database> {
  const path = dataDir === ':memory:' ? dataDir : await makePrivateFile(dataDir);
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(path) });
  return {
    db,
    kind: 'sqlite',
    checkpoint: async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    close: () => db.destroy(),
  };
}

/** SQLite gives its log the mode of the file, so the file has to be private before SQLite opens it. */
async function makePrivateFile(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'keepreel.sqlite');
  const file = await open(path, 'a', 0o600);
  await file.close();
  return path;
}

function openPostgres(url: string): Database {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new TypeError('The address of a PostgreSQL database begins with postgres://');
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'keepreel',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: readIntegersAsNumbers },
  });
  // A connection that the server ends: a running query fails by itself, the pool drops the connection and the next
  // query opens another. Without listeners on both, for idle and for busy connections, Node would end the process.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    kind: 'postgres',
    checkpoint: () => Promise.resolve(),
    close: () => db.destroy(),
  };
}

function ignore(): void {
  // Whoever needs the connection hears of it through a query of its own.
}

/** By default pg gives `bigint` as text, since it may exceed what a number holds; ours never do, and if, it throws. */
const readIntegersAsNumbers = ((oid, format) => {
  if (oid !== pg.types.builtins.INT8) return pg.types.getTypeParser(oid, format);
  return (text: string) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
    return value;
  };
}) as typeof pg.types.getTypeParser;
