// Uploads in progress, in hidden folders beside the kept files; behind the port `FilmFiles`.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageError, isMissing, serverFull } from '../../core/files/disk-error.ts';
import type { FilmDraft, FilmFiles } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { trendingFileType } from '../../shared/trending.ts';
import { trendingFolder } from './trending-files.ts';
import { writePieces } from './write-pieces.ts';

const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The port `FilmFiles` in `dataDir` for the server with the id `server`; other servers may share the folder. An upload
 * must leave `minFreeBytes` free on the disk.
 */
export function createFilmFiles(dataDir: string, server: string, minFreeBytes = 0): FilmFiles {
  const root = trendingFolder(dataDir);
  const ownPrefix = `.draft-${server}-`;
  return {
    async draft(bytes) {
      // Names with a leading dot are never served, and a rename must stay within one file system.
      const folder = join(root, `${ownPrefix}${randomBytes(8).toString('hex')}`);
      await asStorage(mkdir(folder, { recursive: true, mode: 0o700 }));
      const draft = { folder, receive: receiveInto(folder), remove: () => removeAll(folder) };
      return refuseFull(draft, bytes, minFreeBytes);
    },
    async keep(path, name) {
      if (trendingFileType(name) === null)
        throw new TypeError('This is no name of a trending file');
      await asStorage(makeLasting(path));
      await asStorage(link(path, join(root, name)));
    },
    async withLocalCopy(name, use) {
      if (trendingFileType(name) === null) throw new AppError('not_found_page');
      const path = join(root, name);
      const file = await open(path, READ_ONLY).catch((error: unknown) => {
        if (isMissing(error)) throw new AppError('not_found_page', { cause: error });
        throw asStorageError(error);
      });
      await file.close();
      return use(path);
    },
    async forgetDrafts(othersBeforeMs) {
      const names = await readdir(root).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw asStorageError(error);
      });
      for (const name of names.filter((each) => each.startsWith('.'))) {
        const path = join(root, name);
        if (name.startsWith(ownPrefix) || (await isOlder(path, othersBeforeMs)))
          await removeAll(path);
      }
    },
  };
}

/** Whether a path was last modified before a time. */
async function isOlder(path: string, thanMs: number): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    // The server that owns it has removed it meanwhile.
    if (isMissing(error)) return null;
    throw asStorageError(error);
  });
  return found !== null && found.mtimeMs < thanMs;
}

/** For a moment the upload and the file made of it coexist. */
async function refuseFull(draft: FilmDraft, bytes: number, minFree: number): Promise<FilmDraft> {
  try {
    const { bavail, bsize } = await asStorage(statfs(draft.folder));
    if (bytes > 0 && 2 * bytes + minFree > bavail * bsize) throw serverFull();
    return draft;
  } catch (error) {
    await draft.remove();
    throw error;
  }
}

function receiveInto(folder: string): FilmDraft['receive'] {
  return (pieces, maxBytes) => writePieces(join(folder, 'upload'), pieces, maxBytes);
}

/** Does not follow links: the program that made it read an untrusted file. */
async function makeLasting(path: string): Promise<void> {
  const file = await open(path, READ_ONLY);
  try {
    if (!(await file.stat()).isFile()) throw new AppError('storage_failed', { detail: 'no file' });
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A process that still writes there may add a file while the others are removed. */
const removeAll = (path: string) =>
  asStorage(rm(path, { recursive: true, force: true, maxRetries: 3 }));

async function asStorage<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw asStorageError(error);
  });
}
