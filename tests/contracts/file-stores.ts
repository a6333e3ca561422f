// The file stores that the contract suite runs on: one table, one fresh store per call, and how a file gets into it.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskStore, type DiskStore } from '../../src/adapters/files/disk-store.ts';
import type { S3Store } from '../../src/adapters/s3/s3-store.ts';
import type { FileStore } from '../../src/core/files/ports.ts';
import type { Receipt, StoredFile } from '../../src/core/files/stored-file.ts';
import { createManualClock, type ManualClock } from '../support/run/manual-clock.ts';

/** When the clock of a fresh store starts, in epoch milliseconds. */
export const STORE_START = 1_760_000_000_000;

/**
 * A store of its own for one test. `dataDir` is its folder on this machine. `reopen` ends it and opens it again; `end` removes it.
 * `leftFiles` are the names of what takes up space in it once nothing reads removed files any more.
 */
export type TestStore = {
  readonly clock: ManualClock;
  readonly dataDir: string;
  readonly warnings: readonly string[];
  readonly store: () => DiskStore | S3Store;
  readonly reopen: (bounds?: Partial<StoreBounds>) => Promise<DiskStore | S3Store>;
  readonly leftFiles: () => Promise<readonly string[]>;
  readonly end: () => Promise<void>;
};

/** Limits of a store in bytes. */
export type StoreBounds = { readonly maxBytes: number; readonly minFreeBytes: number };

/** Makes a store on the disk of the tests; without bounds it has room for everything. */
export async function makeDiskStore(bounds: Partial<StoreBounds> = {}): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepreel-store-'));
  const clock = createManualClock(STORE_START);
  const warnings: string[] = [];
  const open = (more: Partial<StoreBounds>) =>
    createDiskStore({
      dataDir,
      clock,
      maxBytes: Number.MAX_SAFE_INTEGER,
      minFreeBytes: 0,
      warn: (message) => warnings.push(message),
      ...bounds,
      ...more,
    });
  let store = await open({});
  return {
    clock,
    dataDir,
    warnings,
    store: () => store,
    async reopen(more = {}) {
      await store.close();
      store = await open(more);
      return store;
    },
    leftFiles: () => readdir(join(dataDir, 'files')),
    async end() {
      await store.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Makes a store in the tests' object store; loaded when it is needed, because it cannot be outside of a test run. */
export const makeS3Store: typeof makeDiskStore = async (bounds) =>
  (await import('./s3/s3-stores.ts')).makeS3Store(bounds);

/** Waits until the sum of a kept file stands in its record on the disk, which is a moment after the store knows it. */
export async function sumWritten(dataDir: string, id: string): Promise<void> {
  const record = join(dataDir, 'files', id, 'record.json');
  while (!/"sha256":\s*"/.test(await readFile(record, 'utf8'))) await delay(5);
}

/** Each kind of store with the function that makes a fresh one. */
export const fileStores = [
  ['disk', makeDiskStore],
  ['S3', makeS3Store],
] as const;

/** What a check could have found in a file of `bytes`, with every field filled. */
export function receiptOf(bytes: number): Receipt {
  return {
    container: 'mp4',
    picture: { codec: 'h264', width: 1920, height: 1080, fps: 29.97 },
    sound: { codec: 'aac', sampleRateHz: 44_100, channels: 2, kilobitsPerSecond: 127.9 },
    durationSeconds: 12.34,
    bytes,
    playsOn: ['everything'],
    extension: 'mp4',
  };
}

/** Distinguishable bytes: each depends on its position and on `seed`. */
export function bytesOf(length: number, seed = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * 7 + seed) & 0xff);
}

/** Makes a file as a work does: in a workspace of `reserved` bytes, kept, and the workspace removed. */
export async function putFile(
  store: FileStore,
  wish: {
    readonly content?: Uint8Array;
    readonly workKey?: string;
    readonly expiresAt?: number;
    readonly reserved?: number;
    /** Its check; by default it has passed. */
    readonly check?: () => Promise<unknown>;
  } = {},
): Promise<StoredFile> {
  const content = wish.content ?? bytesOf(4096);
  const workspace = await store.workspace(wish.reserved ?? content.length);
  try {
    const path = join(workspace.folder, 'made.mp4');
    await writeFile(path, content);
    const checked = {
      workKey: wish.workKey ?? 'work',
      receipt: receiptOf(content.length),
      expiresAt: wish.expiresAt ?? STORE_START + 3_600_000,
    };
    return await store.keep(path, wish.check ? wish.check().then(() => checked) : checked);
  } finally {
    await workspace.remove();
  }
}

/** All bytes that are left to read. */
export async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}
