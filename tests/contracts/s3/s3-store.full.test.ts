// What a store in an object store does beyond the suite of all stores: parts, lost objects, other servers, what is left behind.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/adapters/database/connection/open-database.ts';
import { createFileRows } from '../../../src/adapters/database/file-rows.ts';
import { deleteObject } from '../../../src/adapters/s3/tidy.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { Fault } from '../../support/run/faulty-proxy.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';
import { bytesOf, putFile, readAll } from '../file-stores.ts';
import {
  isCompletion,
  makeFaultyS3Store,
  makeS3Store,
  objectsOf,
  type S3StoreWish,
  type S3TestStore,
  uploadsOf,
} from './s3-stores.ts';

const MB = 1_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PROGRAM = join(import.meta.dirname, '../../fixtures/store/uploading-server.ts');

let test: S3TestStore;
const open = async (wish: S3StoreWish = {}) => {
  test = await makeS3Store(wish);
  return test.store();
};
/** A store behind a proxy. */
const openFaulty = async (wish: Omit<S3StoreWish, 'endpoint'> = {}) => {
  const faulty = await makeFaultyS3Store(wish);
  test = faulty;
  return { store: faulty.store(), proxy: faulty.proxy };
};
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const objectNamed = (id: string) => `files/${id}`;

afterEach(() => test.end());

describe('a kept file', () => {
  it('is invisible until its last part has arrived', async () => {
    const { store, proxy } = await openFaulty();
    const completed = Promise.withResolvers<Fault>();
    proxy.fault = (method, path) => (isCompletion(method, path) ? completed.promise : 'pass');
    const keeping = putFile(store, { content: Buffer.alloc(20 * MB, 1) });
    await vi.waitUntil(
      () => proxy.requests.some((each) => isCompletion(...(each.split(' ') as [string, string]))),
      SLOW_MACHINE_TIMEOUT,
    );
    expect(await objectsOf(test.s3)).toEqual([]);
    expect(await store.find('work')).toBeNull();
    completed.resolve('pass');
    const { id } = await keeping;
    expect(await objectsOf(test.s3)).toEqual([objectNamed(id)]);
    expect((await store.find('work'))?.id).toBe(id);
    expect(await uploadsOf(test.s3)).toEqual([]);
  });

  it('is uploaded while it is checked, and gone at once when that fails', async () => {
    const { store, proxy } = await openFaulty();
    const check = Promise.withResolvers<void>();
    const keeping = putFile(store, {
      content: Buffer.alloc(20 * MB, 1),
      check: () => check.promise,
    });
    const failure = expect(keeping).rejects.toMatchObject({ code: 'bad_media' });
    await vi.waitUntil(
      () => proxy.requests.filter((each) => each.includes('partNumber=')).length === 3,
      SLOW_MACHINE_TIMEOUT,
    );
    expect(await uploadsOf(test.s3)).toHaveLength(1);
    expect(await objectsOf(test.s3)).toEqual([]);
    check.reject(new AppError('bad_media'));
    await failure;
    expect([await uploadsOf(test.s3), await objectsOf(test.s3)]).toEqual([[], []]);
    expect(
      proxy.requests.filter((each) => isCompletion(...(each.split(' ') as [string, string]))),
    ).toEqual([]);
    expect(test.warnings).toEqual([]);
  });

  it('leaves nothing to be found when its server is killed in the middle, and a later sweep ends its upload', async () => {
    const { store, proxy } = await openFaulty({ startMs: Date.now() });
    proxy.fault = (_method, path) =>
      path.includes('partNumber=3') ? { stopRequestAfter: MB } : 'pass';
    const dataDir = join(test.dataDir, 'killed');
    const settings = JSON.stringify({ ...test.place, endpoint: proxy.endpoint });
    const child = spawn(process.execPath, [PROGRAM, dataDir, settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await vi.waitUntil(
      () => proxy.requests.some((each) => each.includes('partNumber=3')),
      SLOW_MACHINE_TIMEOUT,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    const database = await openDatabase({ url: null, dataDir });
    expect(await createFileRows(database.db).leastRecentlyUsed(10)).toEqual([]);
    await database.close();
    expect(await objectsOf(test.s3)).toEqual([]);
    expect(await uploadsOf(test.s3)).toHaveLength(1);
    await store.sweep();
    expect(await uploadsOf(test.s3)).toHaveLength(1);
    test.clock.advance(6 * HOUR_MS + MINUTE_MS);
    await store.sweep();
    expect(await uploadsOf(test.s3)).toEqual([]);
    expect(test.warnings).toEqual([]);
  });

  it('of 192 MB passes through little memory, up and down', async () => {
    const { store, proxy } = await openFaulty();
    const content = Buffer.alloc(192 * MB, bytesOf(1_000_003));
    // What the first collection has found is released on another thread; the second one waits for it.
    const held = () => {
      collectGarbage();
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const workspace = await store.workspace(content.length);
    await workspace.remove();
    const before = held();
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, held() - before);
    }, 250);
    const { id } = await putFile(store, { content });
    // Three parts of 8 MiB, and what the connections and the proxy hold.
    expect(most).toBeLessThan(40 * MB);
    // The client lets go of the last parts a moment after the upload.
    await vi.waitUntil(() => held() - before < 4 * MB, SLOW_MACHINE_TIMEOUT);
    const pieces = (await store.open(id, null))[Symbol.asyncIterator]();
    const hash = createHash('sha256').update((await pieces.next()).value as Uint8Array);
    const arrived = () => proxy.answeredBytes();
    // Without a reader, the transfer stops when the buffers on the way are full.
    let last = -1;
    await vi.waitUntil(
      () => {
        const stands = arrived() === last;
        last = arrived();
        return stands;
      },
      { ...SLOW_MACHINE_TIMEOUT, interval: 300 },
    );
    expect(arrived()).toBeLessThan(16 * MB);
    most = 0;
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) hash.update(piece);
    // A read of whatever had arrived meanwhile, here and in the proxy, which is in this process too.
    expect(most).toBeLessThan(32 * MB);
    clearInterval(watching);
    const { sha256, crc32: sum } = await store.digested(id);
    expect(hash.digest('hex')).toBe(sha256);
    expect(sum).toBe(crc32(content));
  });
});

describe('an object', () => {
  it('that was lost makes its file expired, once and for all', async () => {
    const store = await open();
    const { id } = await putFile(store);
    await deleteObject(test.s3, test.s3.prefix + objectNamed(id));
    const { folder } = await store.workspace(10_000);
    await expect(store.place(id, join(folder, 'a'))).rejects.toMatchObject({ code: 'expired' });
    expect(await readdir(folder)).toEqual([]);
    expect(await store.find('work')).toBeNull();
    expect(await test.rows.listed([id])).toEqual(new Map());
  });

  it('that was changed is not read', async () => {
    const store = await open();
    const { id } = await putFile(store);
    const { client, bucket, prefix } = test.s3;
    const Key = prefix + objectNamed(id);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.alloc(4096) }));
    for (const range of [null, { start: 1, end: 2 }])
      await expect(store.open(id, range)).rejects.toMatchObject({ code: 'storage_failed' });
    expect((await store.find('work'))?.id).toBe(id);
  });

  it('stays for ten minutes after its file was removed, and after each minute in which it is read', async () => {
    const store = await open();
    const content = bytesOf(3 * MB);
    const { id } = await putFile(store, { content });
    const pieces = (await store.open(id, null))[Symbol.asyncIterator]();
    const some = [(await pieces.next()).value as Uint8Array];
    await store.remove(id);
    for (let minute = 0; minute < 15; minute += 1) {
      test.clock.advance(MINUTE_MS);
      some.push((await pieces.next()).value as Uint8Array);
      await store.sweep();
    }
    expect(await objectsOf(test.s3)).toEqual([objectNamed(id)]);
    const rest = await readAll({ [Symbol.asyncIterator]: () => pieces });
    expect(Buffer.compare(Buffer.concat([...some, rest]), content)).toBe(0);
    test.clock.advance(11 * MINUTE_MS);
    expect(await store.sweep()).toBe(0);
    expect(await objectsOf(test.s3)).toEqual([]);
    expect(await test.rows.listed([id])).toEqual(new Map());
  });

  it('that no row names is deleted when it is a day old', async () => {
    const store = await open({ startMs: Date.now() });
    const expiresAt = test.clock.now() + 100 * HOUR_MS;
    const { id } = await putFile(store, { expiresAt });
    const { client, bucket, prefix } = test.s3;
    const orphan = { Bucket: bucket, Key: `${prefix}${objectNamed('0'.repeat(32))}`, Body: 'abc' };
    await client.send(new PutObjectCommand(orphan));
    test.clock.advance(23 * HOUR_MS);
    await store.sweep();
    expect(await objectsOf(test.s3)).toHaveLength(2);
    test.clock.advance(2 * HOUR_MS);
    await store.sweep();
    expect(await objectsOf(test.s3)).toHaveLength(2);
    test.clock.advance(4 * HOUR_MS);
    await store.sweep();
    expect(await objectsOf(test.s3)).toEqual([objectNamed(id)]);
  });
});

describe('two servers with one list and one place', () => {
  it('find and read what the other keeps', async () => {
    const store = await open();
    const other = await test.another();
    const content = bytesOf(300_000);
    const file = await putFile(store, { content });
    expect(await other.find('work')).toEqual(file);
    expect(await readAll(await other.open(file.id, null))).toEqual(content);
    const { folder } = await other.workspace(content.length);
    await other.place(file.id, join(folder, 'copy'));
    expect(await readdir(folder)).toEqual(['copy']);
    await other.remove(file.id);
    expect(await store.get(file.id)).toBeNull();
  });

  it('count their files together', async () => {
    const store = await open({ maxBytes: 100_000 });
    const other = await test.another();
    const file = await putFile(store, { content: bytesOf(60_000) });
    expect((await other.usage()).usedBytes).toBe(60_000);
    await other.workspace(40_000);
    expect(await store.get(file.id)).not.toBeNull();
    await other.workspace(1);
    expect(await store.get(file.id)).toBeNull();
  });

  it('let the readers of the other read on when they evict a file', async () => {
    const store = await open({ maxBytes: 10 * MB });
    const other = await test.another();
    const content = bytesOf(8 * MB);
    const { id } = await putFile(store, { content });
    const pieces = (await store.open(id, null))[Symbol.asyncIterator]();
    const first = (await pieces.next()).value as Uint8Array;
    await other.workspace(9 * MB);
    await other.sweep();
    expect(await store.get(id)).toBeNull();
    const rest = await readAll({ [Symbol.asyncIterator]: () => pieces });
    expect(Buffer.compare(Buffer.concat([first, rest]), content)).toBe(0);
  });

  it('do not let the other count a file as staying that was removed', async () => {
    const store = await open({ maxBytes: 10 * MB });
    const other = await test.another();
    const read = await putFile(store, { content: bytesOf(4 * MB), workKey: 'read' });
    const idle = await putFile(store, { content: bytesOf(4 * MB), workKey: 'idle' });
    const pieces = (await store.open(read.id, null))[Symbol.asyncIterator]();
    await pieces.next();
    await other.remove(read.id);
    // It is still being read here.
    await expect(store.workspace(7 * MB)).rejects.toMatchObject({ code: 'server_full' });
    await store.workspace(6 * MB);
    expect(await store.get(idle.id)).toBeNull();
    await pieces.return?.();
  });
});
