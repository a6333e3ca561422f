// Ensures that only one server uses a folder.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Claims `folder` for this process until the returned function is called or the process ends. The claim is a kernel
 * lock on `files.lock`, taken through SQLite because Node has no API for it: unlike a PID file it cannot go stale,
 * match another process, or be invisible from another container. Throws an Error with a remedy if another server holds
 * it.
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'files.lock');
  await makePrivate(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is written: the file stays empty and the transaction open.
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

/** Leaves an existing file alone: closing it would release the lock that this process may hold on it. */
async function makePrivate(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
