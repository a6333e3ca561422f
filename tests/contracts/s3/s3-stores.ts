// Stores in the tests' object store: each in a place of its own, in the bucket of the shared Swift, with its list in SQLite.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { createFileRows } from '../../../src/adapters/database/file-rows.ts';
import { openScratch } from '../../../src/adapters/files/scratch.ts';
import {
  openS3,
  type S3,
  type S3Settings,
  type S3Timeouts,
} from '../../../src/adapters/s3/open-s3.ts';
import { createS3Store, type S3Store } from '../../../src/adapters/s3/s3-store.ts';
import type { FileRows } from '../../../src/core/files/file-rows.ts';
import { type FaultyProxy, startFaultyProxy } from '../../support/run/faulty-proxy.ts';
import type { LentServer } from '../../support/run/global-setup.ts';
import { createManualClock } from '../../support/run/manual-clock.ts';
import { SWIFT_BUCKET, SWIFT_USER } from '../../support/run/swift.ts';
import { STORE_START, type StoreBounds, type TestStore } from '../file-stores.ts';

/** Settings with the address of the store in them. */
export type PlaceInSwift = S3Settings & { readonly endpoint: string };

/** Settings for an empty place in the bucket. Throws the remedy where there is no Swift. */
export async function placeInSwift(): Promise<PlaceInSwift> {
  const answer = (await json(connect(inject('swift')))) as LentServer;
  if ('missing' in answer) throw new Error(answer.missing);
  return {
    ...SWIFT_USER,
    endpoint: answer.url,
    bucket: SWIFT_BUCKET,
    region: 'us-east-1',
    prefix: `test-${randomBytes(8).toString('hex')}/`,
    pathStyle: true,
  };
}

/** The names of all objects of a place, without its prefix. */
export async function objectsOf({ client, bucket, prefix }: S3): Promise<readonly string[]> {
  const names: string[] = [];
  // A page holds at most a thousand.
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
  return names;
}

/** The names of objects whose uploads have not ended, without the place's prefix. */
export async function uploadsOf({ client, bucket, prefix }: S3): Promise<readonly string[]> {
  const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
  const { Uploads = [] } = await client.send(command);
  return Uploads.map(({ Key = '' }) => Key.slice(prefix.length));
}

/** A store with what it works on. `another` makes one more server with the same list and place, with a client like its own. */
export type S3TestStore = TestStore & {
  readonly store: () => S3Store;
  readonly place: PlaceInSwift;
  readonly rows: FileRows;
  /** A client of its own, straight to Swift. */
  readonly s3: S3;
  readonly another: (through?: S3) => Promise<S3Store>;
};

/** How a test store differs from one with room for everything, at STORE_START, straight at Swift. */
export type S3StoreWish = Partial<StoreBounds> & {
  readonly startMs?: number;
  /** Where the store finds Swift. */
  readonly endpoint?: string;
  readonly secretAccessKey?: string;
  readonly timeouts?: S3Timeouts;
};

/** Makes one. */
export async function makeS3Store(wish: S3StoreWish = {}): Promise<S3TestStore> {
  const place = await placeInSwift();
  const dataDir = await mkdtemp(join(tmpdir(), 'keepreel-s3-store-'));
  const clock = createManualClock(wish.startMs ?? STORE_START);
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const s3 = openS3(place);
  const { endpoint = place.endpoint, secretAccessKey = place.secretAccessKey } = wish;
  const itsS3 = openS3({ ...place, endpoint, secretAccessKey }, wish.timeouts);
  const database = await openDatabase({ url: null, dataDir });
  const rows = createFileRows(database.db);
  const open = async (more: Partial<StoreBounds>, folder = dataDir, through = itsS3) => {
    const { minFreeBytes = 0, maxBytes = Number.MAX_SAFE_INTEGER } = { ...wish, ...more };
    const scratch = await openScratch({ dataDir: folder, minFreeBytes, warn });
    return createS3Store({ s3: through, rows, scratch, clock, maxBytes, warn });
  };
  let store = await open({});
  const others: S3Store[] = [];
  return {
    clock,
    dataDir,
    warnings,
    place,
    rows,
    s3,
    store: () => store,
    async reopen(more = {}) {
      await store.close();
      store = await open(more);
      return store;
    },
    async another(through = itsS3) {
      const other = await open({}, join(dataDir, `other-${others.length}`), through);
      others.push(other);
      return other;
    },
    async leftFiles() {
      clock.advance(11 * 60_000);
      await store.sweep();
      return objectsOf(s3);
    },
    async end() {
      for (const each of [store, ...others]) await each.close();
      s3.close();
      itsS3.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Makes a store that finds Swift through a proxy, which ends with it. */
export async function makeFaultyS3Store(
  wish: Omit<S3StoreWish, 'endpoint'> = {},
): Promise<S3TestStore & { readonly proxy: FaultyProxy }> {
  const proxy = await startFaultyProxy((await placeInSwift()).endpoint);
  const test = await makeS3Store({ ...wish, endpoint: proxy.endpoint });
  return {
    ...test,
    proxy,
    async end() {
      await proxy.stop();
      await test.end();
    },
  };
}

/** Whether a request makes the parts of an upload one object. */
export function isCompletion(method: string, path: string): boolean {
  return method === 'POST' && path.includes('uploadId=');
}
