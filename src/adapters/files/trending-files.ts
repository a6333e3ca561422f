// The folder of pictures and films beside trending videos; behind the port `TrendingFiles`.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { TrendingFile, TrendingFiles } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { trendingFileType } from '../../shared/trending.ts';
import { readRange } from './read-range.ts';

// A link is not followed, and what is no file (a pipe) does not keep us waiting.
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** What is not there, a link (ELOOP), a folder behind a link that leads nowhere (ENOTDIR), a socket (ENXIO). */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO']);

/** The folder of them all. */
export function trendingFolder(dataDir: string): string {
  return join(dataDir, 'trending');
}

/** The port `TrendingFiles` on the folder `trending` in `dataDir`, which is made with the first file. */
export function createTrendingFiles(dataDir: string): TrendingFiles {
  const folder = trendingFolder(dataDir);

  /** An open file and what it is, or null when there is no such one. Whoever gets it closes it. */
  const openFile = async (
    name: string,
  ): Promise<{ readonly handle: FileHandle; readonly file: TrendingFile } | null> => {
    if (trendingFileType(name) === null) return null;
    const handle = await open(join(folder, name), READ_ONLY).catch((error: unknown) => {
      if (NOT_THERE.has((error as NodeJS.ErrnoException).code)) return null;
      throw asStorageError(error);
    });
    if (!handle) return null;
    const stat = await handle.stat({ bigint: true }).catch(async (error: unknown) => {
      await handle.close();
      throw asStorageError(error);
    });
    if (!stat.isFile()) {
      await handle.close();
      return null;
    }
    const etag = `"${[stat.ino, stat.size, stat.mtimeNs].map((part) => part.toString(36)).join('-')}"`;
    return { handle, file: { bytes: Number(stat.size), etag } };
  };

  return {
    async find(name) {
      const found = await openFile(name);
      await found?.handle.close();
      return found?.file ?? null;
    },
    async open(name, range) {
      const found = await openFile(name);
      if (!found) throw new AppError('not_found_page');
      const { handle, file } = found;
      const ignored = { onRead: () => undefined, onClosed: () => undefined };
      return readRange(handle, range ?? { start: 0, end: file.bytes - 1 }, ignored).pieces;
    },
    async remove(name) {
      if (trendingFileType(name) === null)
        throw new TypeError('This is no name of a trending file');
      await unlink(join(folder, name)).catch((error: unknown) => {
        if (!NOT_THERE.has((error as NodeJS.ErrnoException).code)) throw asStorageError(error);
      });
    },
    async add(name, content) {
      if (trendingFileType(name) === null)
        throw new TypeError('This is no name of a trending file');
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw asStorageError(error);
      });
      // Under a name that is not served until it is whole; linking refuses a name that is taken.
      const draft = join(folder, `.${randomBytes(8).toString('hex')}`);
      try {
        await writeNew(draft, content);
        await link(draft, join(folder, name));
      } catch (error) {
        throw asStorageError(error);
      } finally {
        await unlink(draft).catch((error: unknown) => {
          // It was never made.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStorageError(error);
        });
      }
    },
  };
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
