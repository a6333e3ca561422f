// A server's folder with rows in every table, for tests of backups: real operators and videos, odd rows elsewhere.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createAdmins } from '../../../src/adapters/database/admins.ts';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { insertRows, KEPT_TABLES, TABLES } from '../../../src/adapters/database/kept-tables.ts';
import type { Database, Schema } from '../../../src/adapters/database/schema.ts';
import { createTrendingVideos } from '../../../src/adapters/database/trending-videos.ts';
import { createTrendingFiles } from '../../../src/adapters/files/trending-files.ts';
import { createPasswords } from '../../../src/adapters/secrets/passwords.ts';
import { openSecret } from '../../../src/adapters/secrets/secret.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import type { TrendingVideo } from '../../../src/core/trending/trending.ts';
import { ANN } from '../operators/admin-fixture.ts';

/** Where a server keeps what it knows. `url` is null for SQLite in `dataDir`. */
export type DataLocation = { readonly dataDir: string; readonly url: string | null };

const ODD = JSON.stringify('it’s "odd"\\ \n\r\t\u2028 \u{1f600} \'; drop table admins; --');
/** The one that is on the list. */
export const VIDEO: TrendingVideo = {
  id: 'v1',
  title: 'A walk',
  description: null,
  platform: 'youtube',
  film: null,
  videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
  thumbnail: 'v1.jpg',
  featured: true,
  viewCount: 7,
  createdAt: 1_760_000_000_000,
  isAvailable: true,
  position: null,
};
/** More than are read or written at once. */
const ROWS = 1201;

/** Everything that a backup is to hold, and everything that it is not. */
export async function fillDataLocation({ dataDir, url }: DataLocation): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({ url, dataDir });
  try {
    const { db } = database;
    await createAdmins(db).add({
      id: 'ann',
      email: ANN.email,
      createdAt: 1,
      password: await createPasswords().hash(ANN.password),
    });
    await createTrendingVideos(db).add(VIDEO);
    for (const table of Object.keys(TABLES) as (keyof Schema)[])
      if (table !== 'admins' && table !== 'trending_videos') await fillTable(database, table);
  } finally {
    await database.close();
  }
  const files = createTrendingFiles(dataDir);
  await files.add('v1.jpg', Buffer.from('a picture'));
  await files.add('v1.mp4', Buffer.alloc(1_000_000, 'film'));
  await files.add('empty.png', Buffer.alloc(0));
  await writeFile(path.join(dataDir, 'trending', '.draft'), 'half of a picture');
  await writeFile(path.join(dataDir, 'custom.js'), 'console.info("ours");');
  await openSecret(dataDir);
}

/** Rows of whatever the columns take, found by asking the database, so that a new table is filled too. */
async function fillTable({ db, kind }: Database, table: keyof Schema): Promise<void> {
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const count = TABLES[table] === 'kept' ? ROWS : 1;
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
      Object.fromEntries(
        columns.map(({ name, dataType, isNullable }) => {
          const number = from + index;
          if (isNullable && number % 2 === 0) return [name, null];
          const isText = /text/i.test(dataType);
          return [name, isText ? `${ODD.slice(0, -1)} ${number}"` : 2 ** 40 + number];
        }),
      ),
    );
    await insertRows(db, table, rows);
  }
  if (columns.length === 0) throw new Error(`${table} is not on ${kind}`);
}

/** What lies at a place: the rows of every table in one order, and the files with their modes. */
export async function contentsOf({ dataDir, url }: DataLocation) {
  const database = await openDatabase({ url, dataDir });
  try {
    const tables = new Map<string, readonly string[]>();
    for (const table of Object.keys(TABLES) as (keyof Schema)[]) {
      const rows = await database.db.selectFrom(table).selectAll().execute();
      const written = rows.map((row) => JSON.stringify(Object.entries(row).toSorted()));
      tables.set(table, written.filter((row) => !row.includes('"backup_')).toSorted());
    }
    return { kept: KEPT_TABLES.map((table) => [table, tables.get(table)] as const), tables };
  } finally {
    await database.close();
  }
}

/** Path, mode and content of every file that is not SQLite's own. */
export async function filesOf(dataDir: string): Promise<readonly (readonly string[])[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('keepreel.'));
  const seen = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    const { mode } = await stat(file);
    const content = (await readFile(file)).toString('base64');
    return [path.relative(dataDir, file), (mode & 0o777).toString(8), content];
  });
  return (await Promise.all(seen)).toSorted();
}

/** The settings of a server at a place. */
export function configOf({ dataDir, url }: DataLocation): Config {
  const database = url ? { DATABASE_URL: url } : {};
  return readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...database });
}
