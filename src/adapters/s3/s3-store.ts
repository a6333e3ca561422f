// The port FileStore on an S3-compatible object store. Finished files are listed in the database, and jobs run on a local disk.
import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import type { Clock } from '../../core/async/clock.ts';
import { whileBusy } from '../../core/async/while-busy.ts';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { FileRows, ListedFile } from '../../core/files/file-rows.ts';
import type { CheckedFile, FileStore } from '../../core/files/ports.ts';
import type { Scratch } from '../../core/files/scratch.ts';
import type { ByteRange, StoredFile } from '../../core/files/stored-file.ts';
import { OWN_NETWORK } from '../../core/limits/networks.ts';
import { AppError } from '../../shared/errors.ts';
import { lendWorkspace } from './lend-workspace.ts';
import type { S3 } from './open-s3.ts';
import { readListedFile } from './read-listed-file.ts';
import { createReaders, type Readers } from './readers.ts';
import { asS3Error } from './s3-error.ts';
import {
  abortOldUploads,
  deleteObject,
  deleteOrphans,
  deleteRemoved,
  filesFolder,
} from './tidy.ts';
import { uploadFile } from './upload-file.ts';

/** How often the whole folder is listed for objects and uploads that were left behind. */
const TIDY_MS = 6 * 3_600_000;

/**
 * `maxBytes` limits all finished files together with the workspaces of this server. `warn` logs internal failures. `newId`
 * returns 32 unique hex digits.
 */
export type S3StoreOptions = {
  readonly s3: S3;
  readonly rows: FileRows;
  readonly scratch: Scratch;
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly warn: (message: string, cause: unknown) => void;
  readonly newId?: () => string;
};

/** The store. Several servers with one list and one bucket find each other's files. */
export type S3Store = FileStore & {
  /** Bytes that all files and the workspaces of this server use or have reserved, and what its disk has left. */
  readonly usage: () => Promise<{ readonly usedBytes: number; readonly freeBytes: number }>;
  /** Throws if there is no disk space for even a small job, or the object store cannot be reached. */
  readonly checkFreeSpace: () => Promise<void>;
  /** Ends uploads and reads and removes all workspaces; finished files stay. The client stays open. */
  readonly close: () => Promise<void>;
};

/** What the operations of a store work on. */
type Store = S3StoreOptions & {
  readonly newId: () => string;
  readonly readers: Readers;
  /** The current time, a millisecond after the last one at least: it orders files and their uses. */
  readonly tick: () => number;
  /** Runs one reservation at a time. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /** Waits for `work` before closing. */
  readonly waitFor: <T>(work: Promise<T>) => Promise<T>;
  readonly pending: ReadonlySet<Promise<unknown>>;
  readonly ending: AbortController;
  tidiedAt: number | null;
};

/** Makes the store; `scratch` is closed with it. */
export function createS3Store(options: S3StoreOptions): S3Store {
  const { clock, rows, scratch } = options;
  const pending = new Set<Promise<unknown>>();
  const store: Store = {
    ...options,
    newId: options.newId ?? (() => randomBytes(16).toString('hex')),
    readers: createReaders(clock),
    tick: createTicks(clock),
    inTurn: pLimit(1),
    pending,
    waitFor(work) {
      pending.add(work);
      return work.finally(() => pending.delete(work));
    },
    ending: new AbortController(),
    tidiedAt: null,
  };
  let closing: Promise<void> | undefined;
  return {
    async workspace(bytes) {
      assertOpen(store);
      return lendWorkspace({ ...store, remove: (id) => remove(store, id) }, bytes);
    },
    keep: (path, file) => store.waitFor(keep(store, path, file)),
    find: async (workKey) =>
      asStored(await whileBusy(clock, () => rows.newestOf(workKey, clock.now()))),
    get: async (id) => asStored(await unexpired(store, id)),
    getMany: (ids) => getMany(store, ids),
    touch: (id, expiresAt) =>
      rows.touch(id, { expiresAt, nowMs: clock.now(), usedAt: store.tick() }),
    open: (id, range, network = OWN_NETWORK) => openFile(store, id, range, network),
    async digested(id) {
      const { objectEtag: _, ...file } = await expected(store, id);
      return file;
    },
    place: (id, path) => place(store, id, path),
    remove: (id) => remove(store, id),
    sweep: () => sweep(store),
    async usage() {
      const held = (await scratch.heldBytes()) + store.readers.goneBytes();
      const usedBytes = held + (await rows.totalBytes());
      return { usedBytes, freeBytes: await scratch.freeBytes() };
    },
    checkFreeSpace: () => checkFreeSpace(store),
    close() {
      closing ??= close(store);
      return closing;
    },
  };
}

function createTicks(clock: Clock): () => number {
  let last = 0;
  return () => {
    last = Math.max(clock.now(), last + 1);
    return last;
  };
}

/** Uploads the file while it is checked. Nothing of it is visible before that, nor to visitors before its row is added. */
async function keep(
  store: Store,
  path: string,
  checking: CheckedFile | Promise<CheckedFile>,
): Promise<StoredFile> {
  const { s3, rows, scratch, newId, warn } = store;
  const id = newId();
  const key = filesFolder(s3) + id;
  const checked = Promise.resolve(checking);
  // It may fail before anything here waits for it.
  checked.catch(() => undefined);
  const { bytes, objectEtag, ...digests } = await upload(store, path, key, checked).catch(
    async (error: unknown) => {
      // Its reason comes first, and its file is not taken away from it.
      await checked;
      throw error;
    },
  );
  const { workKey, receipt, expiresAt, etag = `"${newId()}"` } = await checked;
  const createdAt = store.tick();
  const file = { id, workKey, bytes, etag, ...digests, receipt, createdAt, expiresAt };
  // A list that was away when it answered may have the file already.
  let isFirst = true;
  const add = async () => {
    if (!isFirst && (await rows.get(id))) return;
    isFirst = false;
    await rows.add({ ...file, objectEtag });
  };
  await whileBusy(store.clock, add).catch(async (error: unknown) => {
    await deleteObject(s3, key).catch((cause) =>
      warn('an object that could not be listed could not be removed', asS3Error(cause)),
    );
    throw asStorageError(error);
  });
  await scratch
    .release(path, bytes)
    .catch((cause) => warn('a file that was kept could not be removed from its workspace', cause));
  return file;
}

async function upload(
  { s3, scratch, ending, warn }: Store,
  path: string,
  key: string,
  checked: Promise<CheckedFile>,
) {
  if (!scratch.includes(path)) throw new TypeError('A file is kept out of a workspace');
  assertOpen({ ending });
  const { size: bytes } = await lstat(path).catch((error: unknown) => {
    throw asStorageError(error);
  });
  const isWanted = checked.then(({ receipt }) => {
    if (receipt.bytes === bytes) return;
    throw new AppError('storage_failed', { detail: 'the file changed after its check' });
  });
  const unwanted = new AbortController();
  isWanted.catch(() => unwanted.abort());
  const signal = AbortSignal.any([ending.signal, unwanted.signal]);
  const { etag, ...digests } = await uploadFile(s3, { path, key, bytes, signal, isWanted, warn });
  return { bytes, objectEtag: etag, ...digests };
}

async function openFile(
  store: Store,
  id: string,
  range: ByteRange | null,
  network: string,
): Promise<AsyncIterable<Uint8Array>> {
  const file = await expected(store, id);
  if (range && !(range.start >= 0 && range.start <= range.end && range.end < file.bytes)) {
    throw new TypeError('A range lies within its file');
  }
  const markUsed = () => store.rows.markUsed(id, store.tick());
  return readListedFile({ ...store, markUsed }, file, { range, network });
}

/** Copies a file to `path`. A job does not reserve space for the copy: on a disk there would be none. */
async function place(store: Store, id: string, path: string): Promise<void> {
  const { scratch } = store;
  const { bytes } = await expected(store, id);
  if (!scratch.includes(path)) throw new TypeError('A file is placed in a workspace');
  await store.inTurn(() => scratch.extend(path, bytes));
  try {
    const pieces = await openFile(store, id, null, OWN_NETWORK);
    await scratch.write(path, whileLent(store, path, pieces), bytes);
  } catch (error) {
    await scratch.release(path, bytes);
    throw error;
  }
}

/** Ends with the workspace of `path`, which is removed when its job is cancelled. */
async function* whileLent({ scratch }: Store, path: string, pieces: AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) {
    if (!scratch.includes(path))
      throw new AppError('storage_failed', { detail: 'the workspace was removed' });
    yield piece;
  }
}

/** Its object is deleted later: others may be reading it. */
async function remove({ clock, readers, rows }: Store, id: string): Promise<void> {
  if (await rows.remove(id, clock.now())) readers.markGone(id);
}

async function sweep(store: Store): Promise<number> {
  const { clock, rows, s3, warn } = store;
  const nowMs = clock.now();
  const removed = await rows.removeExpired(nowMs);
  const attempt = (work: Promise<void>, failure: string) =>
    work.catch((cause) => warn(failure, asS3Error(cause)));
  await attempt(deleteRemoved(s3, rows, nowMs), 'an old file could not be removed');
  if (store.tidiedAt !== null && clock.monotonic() - store.tidiedAt < TIDY_MS) return removed;
  store.tidiedAt = clock.monotonic();
  await attempt(deleteOrphans(s3, rows, nowMs), 'objects without a file could not be removed');
  await attempt(abortOldUploads(s3, nowMs), 'unfinished uploads could not be removed');
  return removed;
}

async function checkFreeSpace({ s3, scratch }: Store): Promise<void> {
  await scratch.checkFreeSpace();
  const command = { Bucket: s3.bucket, Prefix: `${s3.prefix}probe/`, MaxKeys: 1 };
  await s3.client.send(new ListObjectsV2Command(command)).catch((error: unknown) => {
    throw asS3Error(error);
  });
}

async function close(store: Store): Promise<void> {
  store.ending.abort();
  store.readers.cutAll();
  await store.inTurn(async () => undefined);
  await Promise.allSettled(store.pending);
  await store.scratch.close();
}

async function unexpired({ clock, rows }: Store, id: string): Promise<ListedFile | null> {
  const file = await rows.get(id);
  return file && file.expiresAt > clock.now() ? file : null;
}

async function getMany({ clock, rows }: Store, ids: readonly string[]) {
  const nowMs = clock.now();
  const listed = await rows.getMany(ids);
  return new Map(
    listed.flatMap(({ objectEtag: _, ...file }) =>
      file.expiresAt > nowMs ? [[file.id, file] as const] : [],
    ),
  );
}

async function expected(store: Store, id: string): Promise<ListedFile> {
  const file = await unexpired(store, id);
  if (!file) throw new AppError('expired');
  return file;
}

function asStored(listed: ListedFile | null): StoredFile | null {
  if (!listed) return null;
  const { objectEtag: _, ...file } = listed;
  return file;
}

function assertOpen({ ending }: Pick<Store, 'ending'>): void {
  if (ending.signal.aborted)
    throw new AppError('storage_failed', { detail: 'the store is closed' });
}
