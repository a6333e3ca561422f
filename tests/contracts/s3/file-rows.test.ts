// What the port `FileRows` promises, on every database.
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileRows } from '../../../src/adapters/database/file-rows.ts';
import type { FileRows, ListedFile } from '../../../src/core/files/file-rows.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { receiptOf, STORE_START } from '../file-stores.ts';

const fileOf = (id: string, more: Partial<ListedFile> = {}): ListedFile => ({
  id,
  workKey: 'work',
  bytes: 4_000_000_000,
  etag: `"${id}"`,
  objectEtag: '"abc-3"',
  sha256: 'ab'.repeat(32),
  crc32: 0xffff_ffff,
  receipt: receiptOf(4_000_000_000),
  createdAt: STORE_START,
  expiresAt: STORE_START + 1000,
  ...more,
});

describe.each(databases)('the list of files on %s', (_kind, make) => {
  let database: TestDatabase;
  let rows: FileRows;
  beforeEach(async () => {
    database = await make();
    rows = createFileRows(database.db);
    return () => database.end();
  });

  const addAll = async (...files: readonly ListedFile[]) => {
    for (const file of files) await rows.add(file);
  };
  const orderOf = async (limit = 10) => (await rows.leastRecentlyUsed(limit)).map(({ id }) => id);

  it('gives back what was added', async () => {
    expect(await rows.get('a')).toBeNull();
    expect(await rows.totalBytes()).toBe(0);
    const file = fileOf('a');
    await rows.add(file);
    expect(await rows.get('a')).toEqual(file);
    expect(await rows.newestOf('work', STORE_START)).toEqual(file);
    expect(await rows.leastRecentlyUsed(1)).toEqual([file]);
  });

  it('finds many at once, without those that were removed', async () => {
    await addAll(fileOf('a'), fileOf('b'), fileOf('c'));
    await rows.remove('b', STORE_START);
    const found = await rows.getMany(['c', 'b', 'x', 'a']);
    expect(new Map(found.map((file) => [file.id, file]))).toEqual(
      new Map([
        ['a', fileOf('a')],
        ['c', fileOf('c')],
      ]),
    );
    expect(await rows.getMany([])).toEqual([]);
  });

  it('finds the newest file of a work that has not expired', async () => {
    await addAll(
      fileOf('late', { createdAt: STORE_START + 5, expiresAt: STORE_START + 10 }),
      fileOf('early'),
      fileOf('other', { workKey: 'other', createdAt: STORE_START + 9 }),
    );
    expect((await rows.newestOf('work', STORE_START + 9))?.id).toBe('late');
    expect((await rows.newestOf('work', STORE_START + 10))?.id).toBe('early');
    expect(await rows.newestOf('work', STORE_START + 1000)).toBeNull();
  });

  it('extends a lifetime and never shortens it', async () => {
    await rows.add(fileOf('a'));
    const touch = (expiresAt: number, nowMs: number) =>
      rows.touch('a', { expiresAt, nowMs, usedAt: nowMs });
    expect(await touch(STORE_START + 500, STORE_START)).toBe(true);
    expect((await rows.get('a'))?.expiresAt).toBe(STORE_START + 1000);
    expect(await touch(STORE_START + 2000, STORE_START + 999)).toBe(true);
    expect((await rows.get('a'))?.expiresAt).toBe(STORE_START + 2000);
    expect(await touch(STORE_START + 9000, STORE_START + 2000)).toBe(false);
    expect(
      await rows.touch('none', {
        expiresAt: STORE_START + 1,
        nowMs: STORE_START,
        usedAt: STORE_START,
      }),
    ).toBe(false);
  });

  it('orders files by their last use, which no late mark moves back', async () => {
    await addAll(...['a', 'b', 'c'].map((id, n) => fileOf(id, { createdAt: STORE_START + n })));
    expect(await orderOf()).toEqual(['a', 'b', 'c']);
    await rows.markUsed('a', STORE_START + 10);
    await rows.touch('b', { expiresAt: 0, nowMs: STORE_START, usedAt: STORE_START + 11 });
    await rows.markUsed('b', STORE_START);
    expect(await orderOf()).toEqual(['c', 'a', 'b']);
    expect(await orderOf(2)).toEqual(['c', 'a']);
  });

  it('neither finds nor counts removed files, and keeps them until nothing has used them for long enough', async () => {
    await addAll(fileOf('a'), fileOf('b'), fileOf('c'));
    expect(await rows.totalBytes()).toBe(12_000_000_000);
    expect(await rows.remove('a', STORE_START + 10)).toBe(true);
    expect(await rows.remove('a', STORE_START + 90)).toBe(false);
    expect(await rows.get('a')).toBeNull();
    expect(
      await rows.touch('a', {
        expiresAt: STORE_START + 5000,
        nowMs: STORE_START,
        usedAt: STORE_START,
      }),
    ).toBe(false);
    expect(await rows.totalBytes()).toBe(8_000_000_000);
    expect(await orderOf()).toEqual(['b', 'c']);
    expect(await rows.unusedSince(STORE_START + 9, 10)).toEqual([]);
    expect(await rows.unusedSince(STORE_START + 10, 10)).toEqual(['a']);
    await rows.markUsed('a', STORE_START + 20);
    expect(await rows.unusedSince(STORE_START + 19, 10)).toEqual([]);
    expect(await rows.unusedSince(STORE_START + 20, 10)).toEqual(['a']);
    expect(await rows.listed(['a', 'b', 'none'])).toEqual(
      new Map([
        ['a', { isRemoved: true }],
        ['b', { isRemoved: false }],
      ]),
    );
    await rows.forget('a');
    expect([...(await rows.listed(['a', 'b'])).keys()]).toEqual(['b']);
    expect(await rows.listed([])).toEqual(new Map());
  });

  it('removes all that have expired, each once', async () => {
    await addAll(fileOf('a'), fileOf('b'), fileOf('c', { expiresAt: STORE_START + 2000 }));
    expect(await rows.removeExpired(STORE_START + 999)).toBe(0);
    const at = STORE_START + 1000;
    const removed = await Promise.all([rows.removeExpired(at), rows.removeExpired(at)]);
    expect(removed.toSorted()).toEqual([0, 2]);
    expect(await orderOf()).toEqual(['c']);
  });
});
