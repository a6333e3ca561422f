// Opens the database that the operator chose and brings it up to date; called once by main.
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { migrate, migrations } from './migrations.ts';
import type { Database, Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

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
    options.url === null
      ? await openSqlite(options.dataDir)
      : // Loaded only where it is wanted: the driver takes ten megabytes.
        (await import('./open-postgres.ts')).openPostgres(options.url);
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
