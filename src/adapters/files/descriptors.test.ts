// The files that a store holds open: none longer than they are read.
import { readdir, readlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bytesOf,
  makeDiskStore,
  putFile,
  readAll,
  receiptOf,
  STORE_START,
  type TestStore,
} from '../../../tests/contracts/file-stores.ts';

/** Kept files below `folder` that this process has open, removed ones too. */
async function openBelow(folder: string): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder) && link.includes('/media'));
}

describe('the descriptors of a store', () => {
  let test: TestStore;
  const bytes = 300_000;

  beforeEach(async () => {
    test = await makeDiskStore();
  });
  afterEach(async () => {
    await vi.waitUntil(async () => (await openBelow(test.dataDir)).length === 0, {
      timeout: 10_000,
    });
    expect(test.clock.pending()).toBe(0);
    await test.end();
  });

  const reader = async (length = bytes) => {
    const { id } = await putFile(test.store(), { content: bytesOf(length) });
    await vi.waitUntil(async () => (await test.store().get(id))?.sha256, { timeout: 10_000 });
    const pieces = await test.store().open(id, null);
    expect(await openBelow(test.dataDir)).toHaveLength(1);
    return { id, pieces };
  };

  it('are closed with the last byte, before the end is read', async () => {
    const pieces = (await reader(100)).pieces[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toHaveLength(100);
    expect(await openBelow(test.dataDir)).toEqual([]);
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  it('are closed when the reader leaves early', async () => {
    for await (const piece of (await reader()).pieces) {
      expect(piece.length).toBeLessThan(bytes);
      break;
    }
    expect(await openBelow(test.dataDir)).toEqual([]);
  });

  it('are closed when the reader leaves without having begun', async () => {
    const pieces = (await reader()).pieces[Symbol.asyncIterator]();
    await pieces.return?.();
    await pieces.return?.();
    expect(await openBelow(test.dataDir)).toEqual([]);
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  it('are closed when the reader leaves while a piece is on its way', async () => {
    const pieces = (await reader()).pieces[Symbol.asyncIterator]();
    const piece = pieces.next();
    await pieces.return?.();
    expect(await openBelow(test.dataDir)).toEqual([]);
    await piece;
  });

  it('are closed when nothing is read for too long, and a later read fails', async () => {
    const { pieces } = await reader();
    test.clock.advance(59_999);
    expect(await openBelow(test.dataDir)).toHaveLength(1);
    test.clock.advance(1);
    await vi.waitUntil(async () => (await openBelow(test.dataDir)).length === 0, {
      timeout: 10_000,
    });
    await expect(readAll(pieces)).rejects.toMatchObject({ code: 'expired' });
  });

  it('stay for a slow reader as long as it takes', async () => {
    const pieces = (await reader()).pieces[Symbol.asyncIterator]();
    await pieces.next();
    test.clock.advance(600_000);
    expect(await openBelow(test.dataDir)).toHaveLength(1);
    await readAll({ [Symbol.asyncIterator]: () => pieces });
  });

  it('are closed when the file turns out to be shorter', async () => {
    const { id, pieces } = await reader();
    await truncate(join(test.dataDir, 'files', id, 'media'), 200_000);
    await expect(readAll(pieces)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await openBelow(test.dataDir)).toEqual([]);
  });

  it('give pieces in order to a reader that asks for many at once', async () => {
    const pieces = (await reader()).pieces[Symbol.asyncIterator]();
    const asked = await Promise.all(Array.from({ length: 12 }, () => pieces.next()));
    const all = asked.flatMap(({ done, value }) => (done ? [] : [value]));
    expect(Buffer.compare(Buffer.concat(all), bytesOf(bytes))).toBe(0);
  });

  /** A file that takes half a minute to digest, and takes no disk space: it is sparse. */
  const putHuge = async () => {
    const bytes = 20_000_000_000;
    const workspace = await test.store().workspace(0);
    const path = join(workspace.folder, 'made');
    await writeFile(path, '');
    await truncate(path, bytes);
    const about = { workKey: 'huge', receipt: receiptOf(bytes), expiresAt: STORE_START + 1000 };
    const file = await test.store().keep(path, about);
    await workspace.remove();
    await vi.waitUntil(async () => (await openBelow(test.dataDir)).length === 1, {
      timeout: 10_000,
    });
    return file;
  };

  it('are closed when the file is removed while its digest is computed, and the next one follows', async () => {
    const huge = await putHuge();
    const next = await putFile(test.store());
    await test.store().remove(huge.id);
    await vi.waitUntil(async () => (await test.store().get(next.id))?.sha256, { timeout: 10_000 });
    expect(test.warnings).toEqual([]);
  });

  it('are closed when the store is closed while a digest is computed', async () => {
    await putHuge();
    await test.store().close();
    expect(await openBelow(test.dataDir)).toEqual([]);
  }, 10_000);
});
