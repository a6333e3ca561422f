// What the port `FileStore` promises about the end of files and about a new start, on every store.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '../../src/core/files/ports.ts';
import type { StoredFile } from '../../src/core/files/stored-file.ts';
import {
  bytesOf,
  fileStores,
  putFile,
  readAll,
  STORE_START,
  type TestStore,
} from './file-stores.ts';

const HOUR_MS = 3_600_000;
const FULL = { code: 'server_full', params: { retryAfterSeconds: 60 } };

describe.each(fileStores)('a file store on %s', (_kind, make) => {
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

  describe('deletes files', () => {
    it('at their expiry, not at the next sweep', async () => {
      await open();
      const short = await putFile(store, { workKey: 'short', expiresAt: STORE_START + 1000 });
      const long = await putFile(store, { workKey: 'long', expiresAt: STORE_START + 2000 });
      test.clock.advance(999);
      expect(await isThere(short)).toBe(true);
      expect(await store.sweep()).toBe(0);
      test.clock.advance(1);
      expect(await isThere(short)).toBe(false);
      expect(await store.find('short')).toBeNull();
      await expect(store.open(short.id, null)).rejects.toMatchObject({ code: 'expired' });
      expect(await store.touch(short.id, STORE_START + HOUR_MS)).toBe(false);
      expect(await isThere(short)).toBe(false);
      expect(await store.sweep()).toBe(1);
      expect(await store.sweep()).toBe(0);
      expect(await isThere(long)).toBe(true);
    });

    it('later when they are touched, never earlier', async () => {
      await open();
      const file = await putFile(store, { expiresAt: STORE_START + 1000 });
      expect(await store.touch(file.id, STORE_START + 500)).toBe(true);
      expect((await store.get(file.id))?.expiresAt).toBe(STORE_START + 1000);
      await store.touch(file.id, STORE_START + 3000);
      expect((await store.get(file.id))?.expiresAt).toBe(STORE_START + 3000);
      test.clock.advance(2999);
      expect(await isThere(file)).toBe(true);
    });

    it('for a new job, the least recently used first, and no more than needed', async () => {
      await open({ maxBytes: 50_000 });
      const files: StoredFile[] = [];
      for (let n = 0; n < 5; n += 1) {
        files.push(await putFile(store, { content: bytesOf(10_000, n), workKey: `${n}` }));
      }
      const there = async () =>
        (await Promise.all(files.map(isThere))).map((is) => (is ? 'x' : '-')).join('');
      await store.touch(files[0]?.id ?? '', 0);
      await readAll(await store.open(files[1]?.id ?? '', { start: 0, end: 0 }));
      await (await store.workspace(1)).remove();
      expect(await there()).toBe('xx-xx');
      await (await store.workspace(20_000)).remove();
      expect(await there()).toBe('xx--x');
      await (await store.workspace(30_000)).remove();
      expect(await there()).toBe('xx---');
      await (await store.workspace(40_000)).remove();
      expect(await there()).toBe('-x---');
    });

    it('never while they are being read', async () => {
      await open({ maxBytes: 600_000 });
      const read = await putFile(store, { content: bytesOf(300_000), workKey: 'read' });
      const idle = await putFile(store, { content: bytesOf(200_000), workKey: 'idle' });
      const reader = (await store.open(read.id, null))[Symbol.asyncIterator]();
      await reader.next();
      await expect(store.workspace(400_000)).rejects.toMatchObject(FULL);
      expect(await Promise.all([read, idle].map(isThere))).toEqual([true, true]);
      const workspace = await store.workspace(300_000);
      expect(await Promise.all([read, idle].map(isThere))).toEqual([true, false]);
      await reader.return?.();
      await workspace.remove();
      await store.workspace(600_000);
      expect(await isThere(read)).toBe(false);
    });

    it('none at all for a job that would not fit even then', async () => {
      await open({ maxBytes: 50_000 });
      const file = await putFile(store, { content: bytesOf(10_000) });
      await expect(store.workspace(50_001)).rejects.toMatchObject(FULL);
      expect(await isThere(file)).toBe(true);
    });

    it('but counts removed ones as long as they are being read', async () => {
      await open({ maxBytes: 300_000 });
      const { id } = await putFile(store, { content: bytesOf(300_000) });
      const reader = (await store.open(id, null))[Symbol.asyncIterator]();
      await reader.next();
      await store.remove(id);
      await expect(store.workspace(1)).rejects.toMatchObject(FULL);
      await reader.return?.();
      await store.workspace(300_000);
    });
  });

  it('consistently under concurrent calls', async () => {
    const maxBytes = 400_000;
    await open({ maxBytes });
    const one = async (n: number) => {
      const content = bytesOf(20_000 + n, n);
      const file = await putFile(store, { content, workKey: `${n % 7}`, reserved: 25_000 });
      const found = await store.find(`${n % 7}`);
      // It may have had to make room for another one already.
      expect(found !== null || (await store.get(file.id)) === null).toBe(true);
      if (n % 2) await store.touch(file.id, STORE_START + 2 * HOUR_MS);
      const bytes = await store.open(file.id, null).then(readAll, (error) => error.code);
      expect(bytes === 'expired' || Buffer.compare(bytes, content) === 0).toBe(true);
      if (n % 3 === 0) await store.remove(file.id);
    };
    const done = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => one(n)));
    const failures = done.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(failures.filter(({ code }) => code !== 'server_full')).toEqual([]);
    expect(failures.length).toBeLessThan(95);
    await (await store.workspace(maxBytes)).remove();
    const found = await Promise.all(Array.from({ length: 7 }, (_, n) => store.find(`${n}`)));
    expect(found).toEqual(Array(7).fill(null));
    expect(await test.leftFiles()).toEqual([]);
  });

  describe('opened again', () => {
    it('has the same files, with tag, digest and expiry', async () => {
      await open();
      const content = bytesOf(300_000);
      const file = await putFile(store, { content });
      await store.touch(file.id, STORE_START + 2 * HOUR_MS);
      await vi.waitUntil(async () => (await store.get(file.id))?.sha256, { timeout: 10_000 });
      const before = await store.get(file.id);
      store = await test.reopen();
      expect(await store.get(file.id)).toEqual(before);
      expect(await store.find('work')).toEqual(before);
      expect(await readAll(await store.open(file.id, null))).toEqual(content);
    });

    it('finds the later of two files of one job', async () => {
      await open();
      const ids = [];
      for (let n = 0; n < 6; n += 1) {
        ids.push((await putFile(store)).id);
        test.clock.advance(1);
      }
      await store.touch(ids[0] ?? '', 0);
      store = await test.reopen();
      expect((await store.find('work'))?.id).toBe(ids.at(-1));
    });

    it('remembers which file was used last', async () => {
      await open({ maxBytes: 30_000 });
      const files: StoredFile[] = [];
      for (let n = 0; n < 3; n += 1) {
        files.push(await putFile(store, { content: bytesOf(10_000), workKey: `${n}` }));
        test.clock.advance(1);
      }
      await store.touch(files[0]?.id ?? '', 0);
      store = await test.reopen();
      await store.workspace(20_000);
      expect(await Promise.all(files.map(isThere))).toEqual([true, false, false]);
    });

    it('has no file that was removed, or expired meanwhile', async () => {
      await open();
      const removed = await putFile(store);
      const expired = await putFile(store, { expiresAt: STORE_START + 10 });
      await store.remove(removed.id);
      test.clock.advance(10);
      store = await test.reopen();
      expect(await Promise.all([removed, expired].map(isThere))).toEqual([false, false]);
      expect(await store.sweep()).toBe(1);
    });
  });
});
