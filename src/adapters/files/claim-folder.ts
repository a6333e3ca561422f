// Makes sure that only one server works in a folder; used when the store opens.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Claims `folder` for this process until the returned function is called, or the process ends in whatever way. The
 * claim is a lock of the kernel on `files.lock`, taken by SQLite since Node has no call for it: unlike a written
 * process id it cannot be left behind, mistaken for another process, or overlooked from another container. Throws an
 * Error with the remedy when another server has it.
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'files.lock');
  await makePrivate(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written: the file stays empty, and the transaction stays open.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new Error(
      `${folder} is in use by another server that is still running. End that one first, or give this one a folder of its own.`,
      { cause },
    );
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** Never opened when it is there: closing it again would give up the lock that this process may have on it. */
async function makePrivate(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
