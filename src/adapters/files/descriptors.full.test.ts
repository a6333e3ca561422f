// The files that a store holds open do not add up.
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { bytesOf, makeDiskStore, putFile, readAll } from '../../../tests/contracts/file-stores.ts';

/** Kept files of a store that this process has open, removed ones too. */
async function openBelow(folder: string): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder) && link.includes('/media'));
}

it('the descriptors of a store are as few after a thousand kept and read files as before', async () => {
  const test = await makeDiskStore();
  const before = (await readdir('/proc/self/fd')).length;
  const store = test.store();
  for (let n = 0; n < 1000; n += 1) {
    const { id } = await putFile(store, { content: bytesOf(n + 1), workKey: `${n}` });
    if (n % 3 === 0) await readAll(await store.open(id, null));
    if (n % 3 === 1) await (await store.open(id, null))[Symbol.asyncIterator]().return?.();
    if (n % 5 === 0) await store.remove(id);
  }
  await vi.waitUntil(async () => (await store.find('999'))?.sha256, { timeout: 10_000 });
  await vi.waitUntil(async () => (await openBelow(test.dataDir)).length === 0, {
    timeout: 10_000,
  });
  expect((await readdir('/proc/self/fd')).length).toBeLessThanOrEqual(before + 2);
  expect(await readdir(join(test.dataDir, 'files'))).toHaveLength(800);
  const [boot = ''] = await readdir(join(test.dataDir, 'work'));
  expect(await readdir(join(test.dataDir, 'work', boot))).toEqual([]);
  expect(test.clock.pending()).toBe(0);
  await test.end();
});
