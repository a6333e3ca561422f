// The folder of thumbnails and uploads of trending videos; behind the port `TrendingFiles`.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { TrendingFile, TrendingFiles } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { trendingFileType } from '../../shared/trending.ts';
import { readRange } from './read-range.ts';

// Does not follow links and does not block on a pipe.
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Missing, a link (ELOOP), below a broken link (ENOTDIR), a socket (ENXIO). */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO']);

/** The folder of all of them. */
export function trendingFolder(dataDir: string): string {
  return join(dataDir, 'trending');
}

/** The port `TrendingFiles` on the folder `trending` in `dataDir`, which is created with the first file. */
export function createTrendingFiles(dataDir: string): TrendingFiles {
  const folder = trendingFolder(dataDir);

  /** Opens a file, or returns null if there is none. The caller closes the handle. */
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
      // Under a name that is not served until the file is complete; `link` fails if the name is taken.
      const draft = join(folder, `.${randomBytes(8).toString('hex')}`);
      try {
        await writeNew(draft, content);
        await link(draft, join(folder, name));
      } catch (error) {
        throw asStorageError(error);
      } finally {
        await unlink(draft).catch((error: unknown) => {
          // It was never created.
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
