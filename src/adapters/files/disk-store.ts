// Finished files on a disk; behind the port `FileStore`. Nobody else knows that a file lies on a disk.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import { createTurns } from '../../core/async/turns.ts';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { FileStore } from '../../core/files/ports.ts';
import type { StoredFile } from '../../core/files/stored-file.ts';
import { OWN_NETWORK } from '../../core/limits/networks.ts';
import { AppError } from '../../shared/errors.ts';
import { claimFolder } from './claim-folder.ts';
import { createFileIndex } from './file-index.ts';
import { checkFreeSpace, createSpaceReclaimer, type StoreBounds } from './free-space.ts';
import { createKeptFiles } from './kept-files.ts';
import { openFolders, readFiles } from './open-folders.ts';
import { createWorkspaces } from './workspaces.ts';

/**
 * `maxBytes` bounds finished files and works together; `minFreeBytes` stay free on the disk. `warn` is told of trouble
 * that no visitor should notice. `newId` gives 32 hex letters, never the same again.
 */
export type DiskStoreOptions = StoreBounds & {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
  readonly newId?: () => string;
};

/** The store, and how it is ended: the folders of its works go, its files stay for the next time. */
export type DiskStore = FileStore & {
  /** What files and works take or may take, and what the disk has left. */
  readonly usage: () => Promise<{ readonly usedBytes: number; readonly freeBytes: number }>;
  /** Throws when no work could begin, however small, and whatever finished file went for it. */
  readonly checkRoom: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the store of `dataDir`: `files/<id>/{media,record.json}` and `work/<boot>/<id>/`, for this user only. What a
 * crash left is removed. Throws an Error with the remedy when another server uses it, and what the file system throws.
 */
export async function createDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unclaim = await claimFolder(dataDir);
  try {
    return await openStore({ ...options, dataDir }, unclaim);
  } catch (error) {
    unclaim();
    throw error;
  }
}

async function openStore(options: DiskStoreOptions, unclaim: () => void): Promise<DiskStore> {
  const { dataDir, clock, warn } = options;
  const newId = options.newId ?? (() => randomBytes(16).toString('hex'));
  const folders = await openFolders(dataDir, newId());
  const shelf = createFileIndex();
  const kept = createKeptFiles({ folders, shelf, clock, newId, warn });
  const workspaces = createWorkspaces({ root: folders.work, newId, warn });
  const makeRoom = createSpaceReclaimer({
    folder: folders.work,
    bounds: options,
    shelf,
    workspaces,
    discard: kept.discard,
  });
  const inTurn = createTurns(1);
  let closing: Promise<void> | undefined;

  const alive = (id: string) => {
    const entry = shelf.get(id);
    return entry && entry.file.expiresAt > clock.now() ? entry : undefined;
  };
  const refuseWhenClosed = () => {
    if (closing) throw new AppError('storage_failed', { detail: 'the store is closed' });
  };

  const records = await readFiles(folders.files, warn);
  for (const { usedAt, ...file } of records) kept.place(file, usedAt);
  for (const { id, usedAt } of records.toSorted((a, b) => a.usedAt - b.usedAt)) {
    const entry = shelf.get(id);
    if (entry) shelf.use(entry, usedAt);
  }

  return {
    workspace: (bytes) =>
      inTurn(async () => {
        if (!(bytes >= 0 && Number.isFinite(bytes))) throw new TypeError('How many bytes?');
        refuseWhenClosed();
        try {
          await makeRoom(bytes);
          return await workspaces.lend(bytes);
        } catch (error) {
          throw asStorageError(error);
        }
      }),

    async keep(path, { workKey, receipt, expiresAt }) {
      if (!workspaces.includes(path)) throw new TypeError('A file is kept out of a workspace');
      refuseWhenClosed();
      const bytes = await stat(path).then(
        ({ size }) => size,
        (error: unknown) => {
          throw asStorageError(error);
        },
      );
      if (bytes !== receipt.bytes) {
        throw new AppError('storage_failed', { detail: 'the file changed after its check' });
      }
      const file: StoredFile = {
        id: newId(),
        workKey,
        bytes,
        etag: `"${newId()}"`,
        sha256: null,
        receipt,
        createdAt: clock.now(),
        expiresAt,
      };
      await kept.put(path, file);
      workspaces.taken(path, bytes);
      return file;
    },

    find: async (workKey) => shelf.newestOf(workKey, clock.now())?.file ?? null,
    get: async (id) => alive(id)?.file ?? null,

    async touch(id, expiresAt) {
      const entry = alive(id);
      if (!entry) return false;
      entry.file = { ...entry.file, expiresAt: Math.max(expiresAt, entry.file.expiresAt) };
      shelf.use(entry, clock.now());
      await kept.save(entry);
      return true;
    },

    async open(id, range, network = OWN_NETWORK) {
      const entry = alive(id);
      if (!entry) throw new AppError('expired');
      const { bytes } = entry.file;
      const { start, end } = range ?? { start: 0, end: bytes - 1 };
      if (range && !(start >= 0 && start <= end && end < bytes)) {
        throw new TypeError('A range lies within its file');
      }
      return kept.read(entry, { start, end }, network);
    },

    async remove(id) {
      const entry = shelf.get(id);
      if (entry) await kept.discard(entry);
    },

    async sweep() {
      const expired = shelf.all().filter(({ file }) => file.expiresAt <= clock.now());
      for (const entry of expired) {
        await kept.discard(entry).catch((cause) => warn('an old file could not be removed', cause));
      }
      return expired.length;
    },

    async usage() {
      const { held } = await workspaces.measure();
      const { bavail, bsize } = await statfs(folders.files);
      return { usedBytes: held + shelf.bytes(), freeBytes: bavail * bsize };
    },

    checkRoom: () => checkFreeSpace({ folder: folders.work, bounds: options, shelf }),

    close() {
      closing ??= inTurn(async () => {
        await kept.close();
        await rm(folders.work, { recursive: true, force: true, maxRetries: 3 });
        unclaim();
      });
      return closing;
    },
  };
}
