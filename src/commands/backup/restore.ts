// `npm run restore -- <file>`: restores a backup into an empty DATA_DIR and an empty database, completely or not at all.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Archive, openArchive } from '../../adapters/archive/read-archive.ts';
import { filledTables, KEPT_TABLES } from '../../adapters/database/kept-tables.ts';
import { migrations } from '../../adapters/database/migrations.ts';
import type { Config } from '../../config.ts';
import type { CommandResult } from '../command-result.ts';
import { readEntry, SECRET } from './backup-entries.ts';
import { restoreArchive } from './restore-archive.ts';

const USAGE = 'npm run restore -- <file>    restores a backup into an empty DATA_DIR';
const SECRET_BYTES = 32;
/** Names that a new file system may have in its root. */
const IGNORED_NAMES: ReadonlySet<string> = new Set(['lost+found']);
const MAX_REASON = 300;

/** Runs the command. The server must not be running. Nothing is written before the whole file was checked. */
export async function runRestoreCommand(
  config: Config,
  words: readonly string[],
): Promise<CommandResult> {
  const [name, ...more] = words;
  if (name === undefined || name.startsWith('-') || more.length > 0)
    return { isDone: false, message: USAGE };
  const file = path.resolve(config.root, name);
  try {
    const archive = await openArchive(file, (entry) => readEntry(entry) !== null);
    if ('refusal' in archive) return refused(`${file}: ${archive.refusal}.`);
    try {
      const refusal = incompatibilityOf(archive) ?? (await occupiedTarget(config));
      if (refusal !== null) return refused(refusal);
      const rows = await restoreArchive(config, archive);
      const made = new Date(archive.manifest.createdAt).toISOString();
      return {
        isDone: true,
        message: `Restored ${rows} rows from ${made}. All operators must sign in again; backups do not include visitors' downloads.`,
      };
    } finally {
      await archive.close();
    }
  } catch (error) {
    return refused(reasonOf(error));
  }
}

function refused(why: string): CommandResult {
  return { isDone: false, message: `Nothing was restored. ${why}` };
}

/** Why this release cannot restore the backup, as a sentence; null if it can. */
function incompatibilityOf({ manifest }: Archive): string | null {
  const { version, lastMigration, entries } = manifest;
  const tables = entries.flatMap(({ name }) => {
    const kind = readEntry(name);
    return kind && 'table' in kind ? [kind.table] : [];
  });
  const known: readonly string[] = KEPT_TABLES;
  const unknown = tables.filter((table) => !known.includes(table));
  if (!Object.hasOwn(migrations, lastMigration) || unknown.length > 0) {
    const what = unknown.length > 0 ? ` with unknown tables (${unknown.join(', ')})` : '';
    return `The backup was made by another release (${version})${what}. Restore it with that release or a newer one.`;
  }
  const secret = entries.find(({ name }) => name === SECRET);
  return secret?.bytes === SECRET_BYTES ? null : `There is no ${SECRET} in the backup.`;
}

/** Why the configured folder and database cannot be restored into, as a sentence; null if they are empty. */
async function occupiedTarget(config: Config): Promise<string | null> {
  const { DATA_DIR, DATABASE_URL, SECRET_KEY_FILE } = config;
  if (SECRET_KEY_FILE !== undefined)
    return `Unset SECRET_KEY_FILE for the restore: the backup's key is written to ${path.join(DATA_DIR, SECRET)}. Copy it to that file afterwards.`;
  const names = await readdir(DATA_DIR).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const inTheWay = names.filter((name) => !IGNORED_NAMES.has(name));
  if (inTheWay.length > 0)
    return `${DATA_DIR} is not empty (${inTheWay.slice(0, 5).join(', ')}). Stop the server, move that folder away, and try again.`;
  if (DATABASE_URL === undefined) return null;
  const { openPostgres } = await import('../../adapters/database/connection/open-postgres.ts');
  const database = openPostgres(DATABASE_URL);
  try {
    const filled = await filledTables(database.db);
    return filled.length === 0
      ? null
      : `The database of DATABASE_URL is not empty (${filled.slice(0, 5).join(', ')}). Create an empty one and set DATABASE_URL to it.`;
  } finally {
    await database.close();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The reason is unknown.';
  const { code, path: where } = error as NodeJS.ErrnoException;
  if (code !== undefined && where !== undefined) return `${where}: ${code}.`;
  return error.message.slice(0, MAX_REASON) || error.name;
}
