// Brings the store's folders in order when it opens: leftovers of a crash go, finished files are found again.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileRecord, readRecord } from './record.ts';

/** Where files and works lie. `work` is this server's alone. */
export type Folders = { readonly files: string; readonly work: string };

/** How this store names what it makes: 16 random bytes in hex. */
const ID = /^[0-9a-f]{32}$/;

/** Makes the folders, for this user only; whatever earlier servers left in `work` is removed. */
export async function openFolders(dataDir: string, bootId: string): Promise<Folders> {
  const files = join(dataDir, 'files');
  const works = join(dataDir, 'work');
  const work = join(works, bootId);
  await mkdir(files, { recursive: true, mode: 0o700 });
  await mkdir(works, { recursive: true, mode: 0o700 });
  for (const name of await readdir(works)) {
    await rm(join(works, name), { recursive: true, force: true });
  }
  await mkdir(work, { mode: 0o700 });
  return { files, work };
}

/**
 * The records of all whole files, the oldest first. What is not whole is removed, what is not ours is left alone; `warn`
 * is told of what could not be removed.
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

/** Throws when anything about the file is not as it should be, for whatever reason. */
async function readWhole(folder: string, id: string): Promise<FileRecord> {
  const record = await readRecord(folder);
  const media = await stat(join(folder, 'media'));
  if (record.id !== id || !media.isFile() || media.size !== record.bytes) {
    throw new Error('the record is of another file');
  }
  return record;
}
