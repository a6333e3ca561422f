// Restores a backup: writes the files to a temporary folder and the rows in one transaction, then moves the files.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Archive } from '../../adapters/archive/read-archive.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import { createAuditLog } from '../../adapters/database/audit-log.ts';
import { openDatabase } from '../../adapters/database/connection/open-database.ts';
import { insertRows, KEPT_TABLES } from '../../adapters/database/kept-tables.ts';
import { migrations } from '../../adapters/database/migrations.ts';
import type { Schema } from '../../adapters/database/schema.ts';
import type { Config } from '../../config.ts';
import { readEntry, tableEntry } from './backup-entries.ts';
import { readRows } from './backup-rows.ts';
import { type MovedFiles, moveFiles, writeFileInto } from './restored-files.ts';

/**
 * Restores the archive into an empty DATA_DIR and an empty database; returns the number of rows. Throws what fails; then
 * DATA_DIR and the database are as they were.
 */
export async function restoreArchive(config: Config, archive: Archive): Promise<number> {
  const { DATA_DIR } = config;
  const made = await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
  const draft = path.join(DATA_DIR, `.restore-${randomBytes(8).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  let moved: MovedFiles | null = null;
  const move = async () => {
    moved = await moveFiles(draft, DATA_DIR);
  };
  try {
    for (const { name } of archive.manifest.entries) {
      const kind = readEntry(name);
      if (kind && 'file' in kind) await writeFileInto(draft, kind.file, archive.read(name));
    }
    const rows = await fillDatabase(config, draft, archive, move);
    await rm(draft, { recursive: true });
    return rows;
  } catch (error) {
    await (moved as MovedFiles | null)?.undo();
    await rm(draft, { recursive: true, force: true });
    if (made !== undefined) await rmdir(DATA_DIR);
    throw error;
  }
}

/** SQLite's file is complete before it is moved; with PostgreSQL the files are moved before the transaction commits. */
async function fillDatabase(
  { DATABASE_URL }: Config,
  draft: string,
  archive: Archive,
  move: () => Promise<void>,
): Promise<number> {
  const { lastMigration } = archive.manifest;
  // The rows fit the tables of their release; the next start of the server migrates both.
  const steps = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => name <= lastMigration),
  );
  const database = await openDatabase({ url: DATABASE_URL ?? null, dataDir: draft, steps });
  let rows = 0;
  try {
    rows = await database.db.transaction().execute(async (inner) => {
      const inserted = await insertAll(inner, archive);
      await createAuditLog(inner).add({
        id: randomBytes(16).toString('hex'),
        at: systemClock.now(),
        admin: null,
        action: 'backup_restored',
        subject: null,
        details: { madeAt: archive.manifest.createdAt },
      });
      if (database.kind === 'postgres') await move();
      return inserted;
    });
    await database.checkpoint();
  } finally {
    await database.close();
  }
  if (database.kind === 'sqlite') await move();
  return rows;
}

async function insertAll(db: Kysely<Schema>, archive: Archive): Promise<number> {
  let total = 0;
  for (const table of KEPT_TABLES) {
    const entry = archive.manifest.entries.find(({ name }) => name === tableEntry(table));
    if (!entry) continue;
    let rows = 0;
    for await (const some of readRows(archive.read(entry.name))) {
      await insertRows(db, table, some);
      rows += some.length;
    }
    if (rows !== entry.rows) throw new Error(`Rows of ${table} are missing from the backup.`);
    total += rows;
  }
  return total;
}
