// What the port `FileStore` promises, on every store.
import { createHash } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '../../src/core/files/ports.ts';
import type { StoredFile } from '../../src/core/files/stored-file.ts';
import { AppError } from '../../src/shared/errors.ts';
import {
  bytesOf,
  fileStores,
  putFile,
  readAll,
  receiptOf,
  STORE_START,
  type TestStore,
} from './file-stores.ts';

const HOUR_MS = 3_600_000;
const digestsOf = (content: Uint8Array) => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  crc32: crc32(content),
});
const FULL = { code: 'server_full', params: { retryAfterSeconds: 60 } };

describe.each(fileStores)('a file store on %s', (kind, make) => {
  let test: TestStore;
  let store: FileStore;
  const open = async (bounds?: { maxBytes?: number; minFreeBytes?: number }) => {
    test = await make(bounds);
    store = test.store();
  };
  const isThere = async ({ id }: StoredFile) => (await store.get(id)) !== null;

  afterEach(async () => {
    expect(test.warnings).toEqual([]);
    await test.end();
  });

  describe('lends workspaces', () => {
    it('that are empty, private and each for one job', async () => {
      await open();
      const [a, b] = [await store.workspace(1000), await store.workspace(0)];
      expect(a.folder).not.toBe(b.folder);
      for (const { folder } of [a, b]) {
        expect(await readdir(folder)).toEqual([]);
        expect((await stat(folder)).mode & 0o777).toBe(0o700);
      }
      await a.remove();
      await writeFile(join(b.folder, 'part'), 'x');
      await b.remove();
    });

    it('that can be removed with all contents, repeatedly', async () => {
      await open();
      const { folder, remove } = await store.workspace(1000);
      await mkdir(join(folder, 'deep/er'), { recursive: true });
      await writeFile(join(folder, 'deep/er/part'), 'x');
      await Promise.all([remove(), remove()]);
      await remove();
      await expect(stat(folder)).rejects.toThrow('ENOENT');
    });

    it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('but not of %s bytes', async (bytes) => {
      await open();
      await expect(store.workspace(bytes)).rejects.toThrow(TypeError);
    });

    it('while all reservations fit, and again once one is released', async () => {
      await open({ maxBytes: 100_000 });
      const a = await store.workspace(60_000);
      await store.workspace(40_000);
      await expect(store.workspace(1)).rejects.toMatchObject(FULL);
      await a.remove();
      await a.remove();
      await store.workspace(60_000);
      await expect(store.workspace(1)).rejects.toMatchObject(FULL);
    });

    it('counting bytes written beyond the reservation', async () => {
      await open({ maxBytes: 200_000 });
      const { folder } = await store.workspace(10);
      await writeFile(join(folder, 'part'), bytesOf(150_000));
      await expect(store.workspace(100_000)).rejects.toMatchObject(FULL);
      await store.workspace(30_000);
    });

    it('never to two at once on the same disk space', async () => {
      await open({ maxBytes: 100_000 });
      const all = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.workspace(30_000)),
      );
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    });

    it('only while the disk keeps its reserve', async () => {
      await open({ minFreeBytes: Number.MAX_SAFE_INTEGER });
      await expect(store.workspace(1)).rejects.toMatchObject(FULL);
    });
  });

  describe('keeps files', () => {
    it('with all their metadata', async () => {
      await open();
      const content = bytesOf(300_000);
      const file = await putFile(store, { content, workKey: 'key', expiresAt: STORE_START + 5 });
      expect(file).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        workKey: 'key',
        bytes: 300_000,
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        ...(kind === 'disk' ? { sha256: null, crc32: null } : digestsOf(content)),
        receipt: receiptOf(300_000),
        createdAt: STORE_START,
        expiresAt: STORE_START + 5,
      });
      expect(await store.find('key')).toEqual(await store.get(file.id));
      expect(await readAll(await store.open(file.id, null))).toEqual(content);
    });

    it('and reports their SHA-256 a little later', async () => {
      await open();
      const contents = [1, 2, 3].map((seed) => bytesOf(700_001, seed));
      const files: StoredFile[] = [];
      for (const content of contents) files.push(await putFile(store, { content }));
      const digests = () => Promise.all(files.map(async ({ id }) => (await store.get(id))?.sha256));
      await vi.waitUntil(async () => (await digests()).every(Boolean), { timeout: 10_000 });
      expect(await digests()).toEqual(
        contents.map((content) => createHash('sha256').update(content).digest('hex')),
      );
    });

    it('and computes the digests of one before all others when they are needed now', async () => {
      await open();
      const many = [1, 2, 3].map((seed) => bytesOf(2_000_003, seed));
      const files = await Promise.all(many.map((content) => putFile(store, { content })));
      const [last, content] = [files.at(-1), many.at(-1)] as [StoredFile, Uint8Array];
      const asked = await Promise.all([store.digested(last.id), store.digested(last.id)]);
      expect(asked.map(({ crc32 }) => crc32)).toEqual([crc32(content), crc32(content)]);
      expect(asked[0]?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
      expect(await store.digested(last.id)).toEqual(asked[0]);
      await expect(store.digested('none')).rejects.toMatchObject({ code: 'expired' });
    });

    it.runIf(kind === 'disk')(
      'and does not wait for the digests of a file that is removed',
      async () => {
        await open();
        const [first, file] = [
          await putFile(store, { content: bytesOf(30_000_000) }),
          await putFile(store, { content: bytesOf(30_000_000, 1) }),
        ];
        const digested = expect(store.digested(file.id)).rejects.toMatchObject({ code: 'expired' });
        await store.remove(file.id);
        await digested;
        await store.digested(first.id);
      },
    );

    it('under a unique tag, even for equal bytes', async () => {
      await open();
      const etags = new Set<string>();
      for (let n = 0; n < 5; n += 1) etags.add((await putFile(store)).etag);
      expect(etags.size).toBe(5);
    });

    it('of one job twice: the later is found, the earlier stays until it expires', async () => {
      await open();
      const early = await putFile(store, { content: bytesOf(10, 1), expiresAt: STORE_START + 50 });
      const late = await putFile(store, { content: bytesOf(10, 2), expiresAt: STORE_START + 99 });
      expect((await store.find('work'))?.id).toBe(late.id);
      await store.touch(early.id, 0);
      expect((await store.find('work'))?.id).toBe(late.id);
      expect(await readAll(await store.open(early.id, null))).toEqual(bytesOf(10, 1));
      test.clock.advance(50);
      expect(await store.get(early.id)).toBeNull();
      expect([...(await store.getMany([early.id, late.id, 'x'])).keys()]).toEqual([late.id]);
      expect((await store.find('work'))?.id).toBe(late.id);
    });

    it('and releases the disk space reserved for the job', async () => {
      await open({ maxBytes: 100_000 });
      const workspace = await store.workspace(60_000);
      await writeFile(join(workspace.folder, 'a'), bytesOf(40_960));
      const about = { workKey: 'a', receipt: receiptOf(40_960), expiresAt: STORE_START + HOUR_MS };
      const file = await store.keep(join(workspace.folder, 'a'), about);
      // 40 960 kept and 19 040 still promised.
      await store.workspace(40_000);
      await expect(store.workspace(59_000)).rejects.toMatchObject(FULL);
      expect(await isThere(file)).toBe(true);
    });

    it.each([10_000, 9_000_000])('of %i bytes only once their check has passed', async (bytes) => {
      await open();
      const check = Promise.withResolvers<void>();
      const content = Buffer.alloc(bytes, bytesOf(100_003));
      const keeping = putFile(store, { content, check: () => check.promise });
      await setTimeout(200);
      expect(await store.find('work')).toBeNull();
      check.resolve();
      const { id } = await keeping;
      expect((await store.find('work'))?.id).toBe(id);
      expect(content.equals(await readAll(await store.open(id, null)))).toBe(true);
    });

    it('never when the check fails, and says why', async () => {
      await open();
      const why = new AppError('bad_media');
      const later = () => setTimeout(50).then(() => Promise.reject(why));
      for (const check of [() => Promise.reject(why), later])
        await expect(putFile(store, { check })).rejects.toBe(why);
      expect(await store.find('work')).toBeNull();
      const { folder } = await store.workspace(1000);
      await expect(store.keep(join(folder, 'missing'), later())).rejects.toBe(why);
    });

    it('only out of a workspace, as they were checked', async () => {
      await open();
      const { folder } = await store.workspace(1000);
      const about = { workKey: 'a', receipt: receiptOf(3), expiresAt: STORE_START + HOUR_MS };
      await writeFile(join(test.dataDir, 'elsewhere'), 'abc');
      await expect(store.keep(join(test.dataDir, 'elsewhere'), about)).rejects.toThrow(TypeError);
      await writeFile(join(folder, 'changed'), 'abcd');
      for (const name of ['changed', 'missing']) {
        await expect(store.keep(join(folder, name), about)).rejects.toMatchObject({
          code: 'storage_failed',
        });
      }
      expect(await store.find('a')).toBeNull();
    });
  });

  describe('reads', () => {
    const SIZE = 300_000;
    it.each([
      [0, 0],
      [0, SIZE - 1],
      [1, SIZE - 2],
      [32_767, 32_768],
      [32_768, 65_535],
      [SIZE - 1, SIZE - 1],
    ])('bytes %i to %i, both included', async (start, end) => {
      await open();
      const content = bytesOf(SIZE);
      const { id } = await putFile(store, { content });
      const bytes = await readAll(await store.open(id, { start, end }));
      expect(Buffer.compare(bytes, content.subarray(start, end + 1))).toBe(0);
    });

    it.each([
      [-1, 5],
      [5, 4],
      [0, SIZE],
      [Number.NaN, 5],
    ])('not from %d to %d', async (start, end) => {
      await open();
      const { id } = await putFile(store, { content: bytesOf(SIZE) });
      await expect(store.open(id, { start, end })).rejects.toThrow(TypeError);
    });

    it('for many at once, each in its own place', async () => {
      await open();
      const content = bytesOf(SIZE);
      const { id } = await putFile(store, { content });
      const readers = await Promise.all(Array.from({ length: 8 }, () => store.open(id, null)));
      for (const bytes of await Promise.all(readers.map(readAll))) {
        expect(Buffer.compare(bytes, content)).toBe(0);
      }
    });

    it('to the end what is removed meanwhile, begun or not yet', async () => {
      await open();
      const content = bytesOf(SIZE);
      const { id } = await putFile(store, { content });
      const begun = (await store.open(id, null))[Symbol.asyncIterator]();
      const first = (await begun.next()).value as Uint8Array;
      const notBegun = await store.open(id, null);
      await store.remove(id);
      expect(await store.get(id)).toBeNull();
      const rest = await readAll({ [Symbol.asyncIterator]: () => begun });
      expect(Buffer.compare(Buffer.concat([first, rest]), content)).toBe(0);
      expect(Buffer.compare(await readAll(notBegun), content)).toBe(0);
      await expect(store.open(id, null)).rejects.toMatchObject({ code: 'expired' });
    });

    it('no unknown file', async () => {
      await open();
      for (const id of ['a'.repeat(32), '', '../../etc/passwd']) {
        await expect(store.open(id, null)).rejects.toMatchObject({ code: 'expired' });
        expect(await store.get(id)).toBeNull();
        expect(await store.touch(id, 1)).toBe(false);
        await store.remove(id);
      }
    });
  });
});
