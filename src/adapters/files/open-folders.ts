// Prepares the store's folders when it opens: removes leftovers of a crash and finds the finished files.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileRecord, readRecord } from './record.ts';

/** Where files and workspaces are. `work` belongs to this server alone. */
export type Folders = { readonly files: string; readonly work: string };

/** Names that the store makes: 16 random bytes in hex. */
const ID = /^[0-9a-f]{32}$/;

/** Creates the folders, private to this user, and removes what earlier servers left in `work`. */
export async function openFolders(dataDir: string, bootId: string): Promise<Folders> {
  const files = join(dataDir, 'files');
  await mkdir(files, { recursive: true, mode: 0o700 });
  return { files, work: await openWorkFolder(dataDir, bootId) };
}

/** Creates the folder of workspaces alone. */
export async function openWorkFolder(dataDir: string, bootId: string): Promise<string> {
  const works = join(dataDir, 'work');
  const work = join(works, bootId);
  await mkdir(works, { recursive: true, mode: 0o700 });
  for (const name of await readdir(works)) {
    await rm(join(works, name), { recursive: true, force: true });
  }
  await mkdir(work, { mode: 0o700 });
  return work;
}

/**
 * Returns the records of all complete files, oldest first. Removes incomplete ones, ignores other names, and logs what
 * could not be removed.
 */
export async function readFiles(
  files: string,
  warn: (message: string, cause: unknown) => void,
): Promise<readonly FileRecord[]> {
  const records: FileRecord[] = [];
  for (const name of await readdir(files)) {
    if (!ID.test(name)) continue;
    const folder = join(files, name);
    try {
      records.push(await readWhole(folder, name));
    } catch {
      await rm(folder, { recursive: true, force: true }).catch((cause: unknown) =>
        warn('the rest of a file could not be removed', cause),
      );
    }
  }
  return records.sort((a, b) => a.createdAt - b.createdAt);
}

/** Throws unless record and media exist and agree. */
async function readWhole(folder: string, id: string): Promise<FileRecord> {
  const record = await readRecord(folder);
  const media = await stat(join(folder, 'media'));
  if (record.id !== id || !media.isFile() || media.size !== record.bytes) {
    throw new Error('the record is of another file');
  }
  return record;
}
