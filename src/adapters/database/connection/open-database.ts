// Opens the configured database and migrates it.
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { migrate, migrations } from '../migrations.ts';
import type { Database, Schema } from '../schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/**
 * Opens PostgreSQL when `url` is a `postgres:` address, else the file `keepreel.sqlite` in `dataDir` (private to this
 * user), or memory when `dataDir` is `:memory:`; runs `steps` (see {@link migrate}). Throws the errors of the driver
 * and the steps, and TypeError for another address.
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

/** Opens the database as it is, for reading; null where there is no file yet. Creates and migrates nothing. */
export async function openExistingDatabase(options: {
  readonly url: string | null;
  readonly dataDir: string;
}): Promise<Pick<Database, 'db' | 'close'> | null> {
  if (options.url !== null) return (await import('./open-postgres.ts')).openPostgres(options.url);
  const path = join(options.dataDir, 'keepreel.sqlite');
  const isThere = await stat(path).then(() => true, nothingWhenMissing);
  if (!isThere) return null;
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(path) });
  return { db, close: () => db.destroy() };
}

async function openSqlite(dataDir: string): Promise<Database> {
  const { path, isInPlace } =
    dataDir === ':memory:' ? IN_MEMORY : await makePrivateFile(join(dataDir, 'keepreel.sqlite'));
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(path) });
  return {
    db,
    kind: 'sqlite',
    checkpoint: async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    isInPlace,
    close: () => db.destroy(),
  };
}

type Place = { readonly path: string; readonly isInPlace: () => Promise<boolean> };

const IN_MEMORY: Place = { path: ':memory:', isInPlace: () => Promise.resolve(true) };

/**
 * SQLite gives its log the mode of the file, so the file must be private before SQLite opens it. This opens it only
 * before SQLite does: closing it later would release SQLite's locks.
 */
async function makePrivateFile(path: string): Promise<Place> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a', 0o600);
  const opened = await file.stat({ bigint: true });
  await file.close();
  return {
    path,
    async isInPlace() {
      const there = await stat(path, { bigint: true }).catch(nothingWhenMissing);
      return there?.ino === opened.ino && there.dev === opened.dev;
    },
  };
}

function nothingWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
