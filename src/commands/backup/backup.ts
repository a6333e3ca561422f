// `npm run backup -- <file>`: writes the server's data to one file; the server may run meanwhile.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import manifestOfPackage from '../../../package.json' with { type: 'json' };
import type { Manifest } from '../../adapters/archive/manifest.ts';
import { type AddEntry, writeArchive } from '../../adapters/archive/write-archive.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import { createAuditLog } from '../../adapters/database/audit-log.ts';
import { KEPT_TABLES, type Snapshot, withSnapshot } from '../../adapters/database/kept-tables.ts';
import { migrations } from '../../adapters/database/migrations.ts';
import { SERVER_ID } from '../../adapters/files/server-id.ts';
import {
  openConfiguredDatabase,
  openConfiguredSecret,
} from '../../compose/state/configured-data.ts';
import type { Config } from '../../config.ts';
import { trendingFileType } from '../../shared/trending.ts';
import type { CommandResult } from '../command-result.ts';
import { CUSTOM_SCRIPT, readEntry, SECRET, tableEntry, trendingEntry } from './backup-entries.ts';

const USAGE = 'npm run backup -- <file>    writes a backup of this server to a new file';
const PIECE_BYTES = 256 * 1024;
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
// Does not block on a pipe, and does not follow symbolic links: this server creates none.
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * Writes the backup. A server may run meanwhile: the tables are read from one snapshot. Throws ConfigError when the database
 * cannot be opened.
 */
export async function runBackupCommand(
  config: Config,
  words: readonly string[],
): Promise<CommandResult> {
  const [name, ...more] = words;
  if (name === undefined || name.startsWith('-') || more.length > 0)
    return { isDone: false, message: USAGE };
  const target = path.resolve(config.root, name);
  if (await exists(target))
    return { isDone: false, message: `${target} already exists and was not changed.` };
  // With a mistyped folder, a new and empty server would be created there.
  if (!(await hasServerData(config.DATA_DIR)))
    return {
      isDone: false,
      message: `There is no server data in ${config.DATA_DIR} (DATA_DIR).`,
    };
  const database = await openConfiguredDatabase(config);
  try {
    const manifest = await withSnapshot(database, (snapshot) => write(config, target, snapshot));
    await createAuditLog(database.db).add({
      id: randomBytes(16).toString('hex'),
      at: systemClock.now(),
      admin: null,
      subject: null,
      action: 'backup_made',
      details: {},
    });
    return { isDone: true, message: sentence(target, manifest) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    return { isDone: false, message: `${target} cannot be written (${code}).` };
  } finally {
    await database.close();
  }
}

async function write(config: Config, target: string, snapshot: Snapshot): Promise<Manifest> {
  const facts = {
    version: manifestOfPackage.version,
    lastMigration: Object.keys(migrations).toSorted().at(-1) ?? '',
    createdAt: systemClock.now(),
  };
  return writeArchive(target, facts, async (add) => {
    await add(SECRET, [await openConfiguredSecret(config)]);
    for (const table of KEPT_TABLES) {
      let rows = 0;
      const lines = async function* () {
        for await (const some of snapshot.rowsOf(table)) {
          rows += some.length;
          yield Buffer.from(some.map((row) => `${JSON.stringify(row)}\n`).join(''));
        }
      };
      await add(tableEntry(table), lines(), () => rows);
    }
    await addFile(add, CUSTOM_SCRIPT, path.join(config.DATA_DIR, CUSTOM_SCRIPT));
    const folder = path.join(config.DATA_DIR, 'trending');
    for (const name of await namesIn(folder))
      await addFile(add, trendingEntry(name), path.join(folder, name));
  });
}

/** Skips a file that was removed meanwhile. */
async function addFile(add: AddEntry, name: string, file: string): Promise<void> {
  const handle = await open(file, READ_ONLY).catch(nullWhenMissing);
  if (!handle) return;
  try {
    if ((await handle.stat()).isFile()) await add(name, piecesOf(handle));
  } finally {
    await handle.close();
  }
}

/** Yields the same buffer each time; the caller must be done with it before it asks for the next piece. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(nullWhenMissing)) ?? [];
  return names.filter((name) => trendingFileType(name) !== null).toSorted();
}

async function hasServerData(dataDir: string): Promise<boolean> {
  // The key may lie elsewhere (SECRET_KEY_FILE).
  return (
    (await exists(path.join(dataDir, SECRET))) || (await exists(path.join(dataDir, SERVER_ID)))
  );
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(nullWhenMissing)) !== null;
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (NOT_THERE.has(error.code ?? '')) return null;
  throw error;
}

function sentence(target: string, { entries }: Manifest): string {
  const rows = entries.reduce((sum, entry) => sum + (entry.rows ?? 0), 0);
  const files = entries.filter(({ name }) => 'file' in (readEntry(name) ?? {})).length;
  return `${target} holds ${rows} rows and ${files} files. It contains this server's secrets: keep it as safe as the server.`;
}
