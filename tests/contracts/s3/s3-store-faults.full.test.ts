import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';
import { bytesOf, putFile, readAll, STORE_START } from '../file-stores.ts';
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
/** Short enough for a test of a store that does not answer. */
const IMPATIENT = { connectMs: 1000, silenceMs: 500, answerMs: 5000 };

let test: S3TestStore;
const open = async (wish: S3StoreWish = {}) => {
  test = await makeS3Store(wish);
  return test.store();
};
/** Puts a file in the place of the test by a server that waits as long as a slow machine takes. */
const putPatiently = async (content: Uint8Array) =>
  putFile(await test.another(test.s3), { content });
/** A store behind a proxy. */
const openFaulty = async (wish: Omit<S3StoreWish, 'endpoint'> = {}) => {
  const faulty = await makeFaultyS3Store(wish);
  test = faulty;
  return { store: faulty.store(), proxy: faulty.proxy };
};

afterEach(() => test.end());

describe('a reader', () => {
  it('that leaves early ends the transfer', async () => {
    const { store, proxy } = await openFaulty();
    const { id } = await putFile(store, { content: Buffer.alloc(30 * MB, 1) });
    for await (const piece of await store.open(id, null)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    const unread = (await store.open(id, null))[Symbol.asyncIterator]();
    await unread.return?.();
    await vi.waitUntil(() => proxy.open() === 0, SLOW_MACHINE_TIMEOUT);
    expect(proxy.answeredBytes()).toBeLessThan(25 * MB);
  });

  it('that does not begin for a minute is given up', async () => {
    const { store, proxy } = await openFaulty();
    const { id } = await putFile(store, { content: Buffer.alloc(30 * MB, 1) });
    const pieces = await store.open(id, null);
    test.clock.advance(MINUTE_MS);
    await vi.waitUntil(() => proxy.open() === 0, SLOW_MACHINE_TIMEOUT);
    await expect(readAll(pieces)).rejects.toMatchObject({ code: 'expired' });
  });

  it('gets every byte although the connection breaks now and then', async () => {
    const { store, proxy } = await openFaulty();
    const content = bytesOf(5 * MB);
    const { id } = await putFile(store, { content });
    proxy.fault = (method) => (method === 'GET' ? { cutAnswerAfter: 1_500_000 } : 'pass');
    const range = { start: 10, end: content.length - 10 };
    const bytes = await readAll(await store.open(id, range));
    expect(Buffer.compare(bytes, content.subarray(10, -9))).toBe(0);
  });

  it('gets every byte although it pauses for longer than a silent connection lives', async () => {
    const { store, proxy } = await openFaulty({ timeouts: IMPATIENT });
    const content = Buffer.alloc(12 * MB, bytesOf(1_000_003));
    const { id } = await putPatiently(content);
    const pieces = (await store.open(id, null))[Symbol.asyncIterator]();
    const first = (await pieces.next()).value as Uint8Array;
    await vi.waitUntil(() => proxy.open() === 0, SLOW_MACHINE_TIMEOUT);
    const rest = await readAll({ [Symbol.asyncIterator]: () => pieces });
    expect(Buffer.compare(Buffer.concat([first, rest]), content)).toBe(0);
  });

  it('gets an error when the connection breaks all the time, and when the store falls silent', async () => {
    const { store, proxy } = await openFaulty({ timeouts: IMPATIENT });
    const { id } = await putPatiently(bytesOf(5 * MB));
    for (const fault of [{ cutAnswerAfter: 0 }, { stopAnswerAfter: 0 }]) {
      const before = proxy.requests.length;
      proxy.fault = () => fault;
      await expect(store.open(id, null).then(readAll)).rejects.toMatchObject({
        code: 'storage_failed',
      });
      expect(proxy.requests.length - before).toBeLessThanOrEqual(9);
    }
  });

  it('that is a job ends with its workspace', async () => {
    const { store, proxy } = await openFaulty({ timeouts: IMPATIENT });
    const { id } = await putPatiently(Buffer.alloc(30 * MB, 1));
    proxy.fault = () => ({ stopAnswerAfter: 5 * MB });
    const workspace = await store.workspace(0);
    const path = join(workspace.folder, 'copy');
    const placing = expect(store.place(id, path)).rejects.toMatchObject({ code: 'storage_failed' });
    await vi.waitUntil(
      async () => (await stat(path).catch(() => ({ size: 0 }))).size > MB,
      SLOW_MACHINE_TIMEOUT,
    );
    await workspace.remove();
    await placing;
    await vi.waitUntil(() => proxy.open() === 0, SLOW_MACHINE_TIMEOUT);
    expect((await store.usage()).usedBytes).toBe(30 * MB);
  });

  it('that is slow is cut off when space is needed', async () => {
    const store = await open({ maxBytes: 10 * MB });
    const { id } = await putFile(store, { content: Buffer.alloc(8 * MB, 1) });
    const pieces = (await store.open(id, null, '192.0.2.1/32'))[Symbol.asyncIterator]();
    await pieces.next();
    test.clock.advance(MINUTE_MS);
    await store.workspace(9 * MB);
    expect(await store.get(id)).toBeNull();
    await expect(pieces.next()).rejects.toMatchObject({ code: 'expired' });
  });
});

describe('a store that answers with errors', () => {
  const UNAVAILABLE = { status: 503, code: 'ServiceUnavailable' };

  it('is asked again', async () => {
    const { store, proxy } = await openFaulty();
    const failures = new Map<string, number>();
    proxy.fault = (method, path) => {
      const request = `${method} ${path.replace(/\?.*partNumber=(\d+).*/, '?$1')}`;
      failures.set(request, (failures.get(request) ?? 0) + 1);
      return (failures.get(request) ?? 0) <= 2 ? UNAVAILABLE : 'pass';
    };
    const content = bytesOf(10 * MB);
    const { id } = await putFile(store, { content });
    expect(Buffer.compare(await readAll(await store.open(id, null)), content)).toBe(0);
  });

  it.each([
    ['a file', 4096, (method: string) => method === 'PUT'],
    ['a part', 20 * MB, (_: string, path: string) => path.includes('partNumber=2')],
    ['the end of an upload', 20 * MB, isCompletion],
  ])('for %s makes keeping fail, and nothing is left', async (_what, bytes, fails) => {
    const { store, proxy } = await openFaulty();
    proxy.fault = (method, path) => (fails(method, path) ? UNAVAILABLE : 'pass');
    const failing = putFile(store, { content: Buffer.alloc(bytes, 1) });
    await expect(failing).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await store.find('work')).toBeNull();
    expect([await objectsOf(test.s3), await uploadsOf(test.s3)]).toEqual([[], []]);
    proxy.fault = () => 'pass';
    await putFile(store, { content: Buffer.alloc(bytes, 1) });
  });

  it('for a wrong secret tells neither the secret nor what was signed', async () => {
    const store = await open({ secretAccessKey: 'guessed-secret' });
    const error = await putFile(store).catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'storage_failed',
      message: 'storage_failed: object store: SignatureDoesNotMatch (403)',
    });
    expect(inspect(error, { depth: 20 })).not.toMatch(/guessed-secret|AWS4|test:tester/);
  });

  it('is full when it says so', async () => {
    const { store, proxy } = await openFaulty();
    proxy.fault = () => ({ status: 507, code: 'InsufficientStorage' });
    await expect(putFile(store)).rejects.toMatchObject({
      code: 'server_full',
      params: { retryAfterSeconds: 60 },
    });
  });

  it('makes the check fail, as does one that does not answer', async () => {
    const { store, proxy } = await openFaulty({ timeouts: IMPATIENT });
    await store.checkFreeSpace();
    for (const fault of [UNAVAILABLE, 'hang'] as const) {
      proxy.fault = () => fault;
      await expect(store.checkFreeSpace()).rejects.toMatchObject({ code: 'storage_failed' });
    }
  });

  it('that hangs makes keeping fail, and closing the store does not wait for it', async () => {
    const { store, proxy } = await openFaulty({ timeouts: IMPATIENT });
    proxy.fault = () => 'hang';
    await expect(putFile(store)).rejects.toMatchObject({ code: 'storage_failed' });
    const keeping = expect(putFile(store)).rejects.toMatchObject({ code: 'storage_failed' });
    await store.close();
    await keeping;
  });

  it('is swept as far as it goes, with a warning', async () => {
    const { store, proxy } = await openFaulty();
    const { id } = await putFile(store, { expiresAt: STORE_START + 1 });
    test.clock.advance(1);
    expect(await store.sweep()).toBe(1);
    test.clock.advance(11 * MINUTE_MS);
    proxy.fault = () => UNAVAILABLE;
    expect(await store.sweep()).toBe(0);
    expect(test.warnings).toEqual(['an old file could not be removed']);
    proxy.fault = () => 'pass';
    await store.sweep();
    expect(await objectsOf(test.s3)).toEqual([]);
    expect(await test.rows.listed([id])).toEqual(new Map());
  });
});
