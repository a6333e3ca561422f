// The id of this server among those on its database, created once and kept in DATA_DIR.
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The file's name. */
export const SERVER_ID = 'server-id';

/**
 * Reads the id in `server-id` of `dataDir`, 32 hex digits, or creates it. Instances that start together get the same
 * one. Throws an Error with a remedy when the file holds anything else, and file system errors.
 */
export async function openServerId(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SERVER_ID);
  const text = (await readText(path)) ?? (await makeId(path));
  const id = /^([0-9a-f]{32})\n?$/.exec(text)?.[1];
  if (id === undefined)
    throw new Error(`${path} must hold 32 hex letters. Remove it: a new one is made.`);
  return id;
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Written under another name first, so that it is never read half; the first process to link it wins. */
async function makeId(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(16).toString('hex')}\n`);
    await file.sync();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(draft);
  }
  return readFile(path, 'latin1');
}
