// The port FileStore on a disk. No other code knows that files are on a disk.

import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '../../core/async/clock.ts';
import { asStorageError, isMissing } from '../../core/files/disk-error.ts';
import type { CheckedFile, FileStore, Workspace } from '../../core/files/ports.ts';
import type { ByteRange, StoredFile } from '../../core/files/stored-file.ts';
import { withRoom } from '../../core/files/with-room.ts';
import { OWN_NETWORK } from '../../core/limits/networks.ts';
import { AppError } from '../../shared/errors.ts';
import { claimFolder } from './claim-folder.ts';
import { createFileIndex, type Entry, type FileIndex } from './file-index.ts';
import {
  checkFreeSpace,
  createSpaceReclaimer,
  type SpaceReclaimer,
  type StoreBounds,
} from './free-space.ts';
import { createKeptFiles, type KeptFiles } from './kept-files.ts';
import { type Folders, openFolders, readFiles } from './open-folders.ts';
import { createWorkspaces, type Workspaces } from './workspaces.ts';

/**
 * `maxBytes` limits finished files and workspaces together; `minFreeBytes` stay free on the disk. `warn` logs internal
 * failures. `newId` returns 32 unique hex digits.
 */
export type DiskStoreOptions = StoreBounds & {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
  readonly newId?: () => string;
};

/** The store on disk. */
export type DiskStore = FileStore & {
  /** Bytes that files and workspaces use or have reserved, and what the disk has left. */
  readonly usage: () => Promise<{ readonly usedBytes: number; readonly freeBytes: number }>;
  /** Throws if there is no disk space for even a small job, whatever was evicted for it. */
  readonly checkFreeSpace: () => Promise<void>;
  /** Removes all workspaces and releases the folder; finished files stay. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the store of `dataDir`: `files/<id>/{media,record.json}` and `work/<boot>/<id>/`, private to this user. Removes
 * what a crash left behind. Throws an Error with a remedy if another server uses the folder, and file system errors.
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

/** What the operations of a store work on. */
type Store = {
  readonly options: DiskStoreOptions;
  readonly folders: Folders;
  readonly index: FileIndex;
  readonly kept: KeptFiles;
  readonly workspaces: Workspaces;
  readonly newId: () => string;
  readonly space: SpaceReclaimer;
  /** Runs one operation on the disk space at a time. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  readonly unclaim: () => void;
  closing: Promise<void> | undefined;
};

async function openStore(options: DiskStoreOptions, unclaim: () => void): Promise<DiskStore> {
  const { dataDir, clock, warn } = options;
  const newId = options.newId ?? (() => randomBytes(16).toString('hex'));
  const folders = await openFolders(dataDir, newId());
  const index = createFileIndex();
  const kept = createKeptFiles({ folders, index, clock, newId, warn });
  const workspaces = createWorkspaces({ root: folders.work, newId, warn });
  const store: Store = {
    options,
    folders,
    index,
    kept,
    workspaces,
    newId,
    space: createSpaceReclaimer({
      folder: folders.work,
      bounds: options,
      index,
      workspaces,
      discard: kept.discard,
    }),
    inTurn: pLimit(1),
    unclaim,
    closing: undefined,
  };
  await restore(store);
  return {
    workspace: (bytes) => store.inTurn(() => lendWorkspace(store, bytes)),
    keep: (path, file) => keep(store, path, file),
    find: async (workKey) => index.newestOf(workKey, clock.now())?.file ?? null,
    get: async (id) => unexpired(store, id)?.file ?? null,
    getMany: async (ids) =>
      new Map(ids.flatMap((id) => unexpired(store, id)?.file ?? []).map((file) => [file.id, file])),
    touch: (id, expiresAt, network) => touch(store, id, expiresAt, network),
    open: (id, range, network = OWN_NETWORK) => openFile(store, id, range, network),
    digested: (id) => digested(store, id),
    place: (id, path) => place(store, id, path),
    async remove(id) {
      const entry = index.get(id);
      if (entry) await kept.discard(entry);
    },
    sweep: () => sweep(store),
    usage: () => usage(store),
    checkFreeSpace: () => checkFreeSpace({ folder: folders.work, bounds: options, index }),
    close() {
      store.closing ??= store.inTurn(() => close(store));
      return store.closing;
    },
  };
}

/** Fills the index with the files on disk, in the order of their last use. */
async function restore({ folders, index, kept, options }: Store): Promise<void> {
  const records = await readFiles(folders.files, options.warn);
  for (const { usedAt, ...file } of records) kept.place(file, usedAt);
  for (const { id, usedAt } of records.toSorted((a, b) => a.usedAt - b.usedAt)) {
    const entry = index.get(id);
    if (entry) index.use(entry, usedAt);
  }
}

async function lendWorkspace(store: Store, bytes: number): Promise<Workspace> {
  if (!(bytes >= 0 && Number.isFinite(bytes)))
    throw new TypeError('bytes must be a finite number >= 0');
  assertOpen(store);
  try {
    await store.space.assertFits(bytes);
    await store.space.free(bytes);
    const workspace = await store.workspaces.lend(bytes);
    const extend = (more: number) => store.inTurn(() => extendWorkspace(store, workspace, more));
    return {
      ...workspace,
      makeRoom: () => extend(0),
      write: (name, pieces, maxBytes) =>
        workspace.write(name, withRoom(pieces, bytes, extend), maxBytes),
    };
  } catch (error) {
    throw asStorageError(error);
  }
}

async function extendWorkspace(
  store: Store,
  { folder }: Pick<Workspace, 'folder'>,
  bytes: number,
): Promise<void> {
  try {
    await store.space.free(bytes);
    store.workspaces.taken(join(folder, 'more'), -bytes);
  } catch (error) {
    throw asStorageError(error);
  }
}

async function keep(
  store: Store,
  path: string,
  checked: CheckedFile | Promise<CheckedFile>,
): Promise<StoredFile> {
  const { workKey, receipt, expiresAt, etag } = await checked;
  const { kept, newId, options, workspaces } = store;
  if (!workspaces.includes(path)) throw new TypeError('A file is kept out of a workspace');
  assertOpen(store);
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
    etag: etag ?? `"${newId()}"`,
    sha256: null,
    crc32: null,
    receipt,
    createdAt: options.clock.now(),
    expiresAt,
  };
  await kept.put(path, file);
  workspaces.taken(path, bytes);
  return file;
}

async function digested(store: Store, id: string): Promise<StoredFile & { crc32: number }> {
  const entry = unexpired(store, id);
  if (!entry) throw new AppError('expired');
  await store.kept.digest(entry);
  const { crc32 } = entry.file;
  if (crc32 === null) throw new TypeError('a hashed file has its digests');
  return { ...entry.file, crc32 };
}

/** A second name of the same file: nothing is copied, and it stays when the file is removed. */
async function place(store: Store, id: string, path: string): Promise<void> {
  const { index, workspaces } = store;
  const entry = unexpired(store, id);
  if (!entry) throw new AppError('expired');
  if (!workspaces.includes(path)) throw new TypeError('A file is placed in a workspace');
  index.use(entry, store.options.clock.now());
  // Its bytes stay on the disk as long as the workspace, so that evicting it would free nothing.
  const reader = { network: OWN_NETWORK, isSlow: () => false, cut: async () => undefined };
  index.startReading(entry, reader);
  workspaces.onRemoved(path, () => index.stopReading(entry, reader));
  await link(join(entry.folder, 'media'), path).catch((error: unknown) => {
    if (isMissing(error)) throw new AppError('expired', { cause: error });
    throw asStorageError(error);
  });
}

async function touch(
  store: Store,
  id: string,
  expiresAt: number,
  network?: string,
): Promise<boolean> {
  const { index, kept, options } = store;
  const entry = unexpired(store, id);
  if (!entry) return false;
  entry.file = { ...entry.file, expiresAt: Math.max(expiresAt, entry.file.expiresAt) };
  index.use(entry, options.clock.now());
  if (network !== undefined) index.own(entry, network);
  await kept.save(entry);
  return true;
}

async function openFile(
  store: Store,
  id: string,
  range: ByteRange | null,
  network: string,
): Promise<AsyncIterable<Uint8Array>> {
  const entry = unexpired(store, id);
  if (!entry) throw new AppError('expired');
  const { bytes } = entry.file;
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  if (range && !(start >= 0 && start <= end && end < bytes)) {
    throw new TypeError('A range lies within its file');
  }
  return store.kept.read(entry, { start, end }, network);
}

async function sweep({ index, kept, options }: Store): Promise<number> {
  const { clock, warn } = options;
  const expired = index.all().filter(({ file }) => file.expiresAt <= clock.now());
  for (const entry of expired) {
    await kept.discard(entry).catch((cause) => warn('an old file could not be removed', cause));
  }
  return expired.length;
}

async function usage({ folders, index, workspaces }: Store) {
  const { held } = await workspaces.measure();
  const { bavail, bsize } = await statfs(folders.files);
  return { usedBytes: held + index.bytes(), freeBytes: bavail * bsize };
}

async function close({ folders, kept, unclaim }: Store): Promise<void> {
  await kept.close();
  await rm(folders.work, { recursive: true, force: true, maxRetries: 3 });
  unclaim();
}

function unexpired({ index, options }: Store, id: string): Entry | undefined {
  const entry = index.get(id);
  return entry && entry.file.expiresAt > options.clock.now() ? entry : undefined;
}

function assertOpen({ closing }: Store): void {
  if (closing) throw new AppError('storage_failed', { detail: 'the store is closed' });
}
