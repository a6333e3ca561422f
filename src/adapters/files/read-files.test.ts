import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { putFile, STORE_START } from '../../../tests/contracts/file-stores.ts';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createDiskStore, type DiskStore } from './disk-store.ts';

const FILE_BYTES = 100_000;
/** The number of files that fit. */
const FILES = 8;
const address = (n: number) => `192.0.2.${n}/32`;

describe('files that are read', () => {
  let clock: ManualClock;
  let store: DiskStore;
  let ids: string[];
  const readers: AsyncIterator<Uint8Array>[] = [];

  beforeEach(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'keepreel-read-'));
    clock = createManualClock(STORE_START);
    store = await createDiskStore({
      dataDir,
      clock,
      maxBytes: FILES * FILE_BYTES,
      minFreeBytes: 0,
      warn: (message) => expect.fail(message),
    });
    ids = [];
    for (let n = 0; n < FILES; n += 1) {
      const { id } = await putFile(store, {
        workKey: `work ${n}`,
        content: Buffer.alloc(FILE_BYTES, n),
      });
      ids.push(id);
    }
    return async () => {
      for (const reader of readers.splice(0)) await reader.return?.();
      await store.close();
      await rm(dataDir, { recursive: true });
    };
  });

  /** Starts to read every file, each from the network of its number, and takes one chunk of each. */
  const readAll = async (networkOf: (n: number) => string) => {
    for (const [n, id] of ids.entries()) {
      const reader = (await store.open(id, null, networkOf(n)))[Symbol.asyncIterator]();
      await reader.next();
      readers.push(reader);
    }
    return readers;
  };
  const freeSpace = () =>
    store.workspace(FILE_BYTES).then(
      () => 'space',
      (error) => error.code,
    );
  const left = async () => {
    const files = await Promise.all(ids.map((id) => store.get(id)));
    return files.filter((file) => file !== null).length;
  };

  it('are kept while their readers are fast enough, from whatever network', async () => {
    await readAll(address);
    expect([await freeSpace(), await left()]).toEqual(['server_full', FILES]);
    clock.advance(29_000);
    expect([await freeSpace(), await left()]).toEqual(['server_full', FILES]);
  });

  it('are evicted for space when one network reads more than its share', async () => {
    const [first] = await readAll(() => address(1));
    expect([await freeSpace(), await left()]).toEqual(['space', FILES - 1]);
    await expect(first?.next()).rejects.toMatchObject({ code: 'expired' });
  });

  it('are evicted when a /48 reads more than its share, from however many addresses', async () => {
    await readAll((n) => `2001:db8:1:${n}00::/64`);
    expect(await freeSpace()).toBe('space');
  });

  it('are evicted for space when their readers were slow for half a minute', async () => {
    const [first, second] = await readAll(address);
    clock.advance(30_000);
    expect(await freeSpace()).toBe('space');
    await expect(first?.next()).rejects.toMatchObject({ code: 'expired' });
    // One file was enough: the others can still be read.
    expect([await left(), (await second?.next())?.value?.length]).toEqual([FILES - 1, 32 * 1024]);
  });
});
