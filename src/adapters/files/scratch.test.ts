import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openScratch } from './scratch.ts';

describe('scratch folders', () => {
  let dataDir: string;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepreel-scratch-'));
    dataDir = join(folder, 'data');
    return () => rm(folder, { recursive: true });
  });
  const open = (minFreeBytes = 0) =>
    openScratch({ dataDir, minFreeBytes, warn: (message) => expect.fail(message) });

  it('are private, and gone with everything in them when it is closed', async () => {
    const scratch = await open();
    const { folder } = await scratch.lend(1000);
    await writeFile(join(folder, 'part'), 'x');
    for (const path of [dataDir, folder]) expect((await stat(path)).mode & 0o077).toBe(0);
    expect(scratch.includes(join(folder, 'part'))).toBe(true);
    expect(scratch.includes(join(dataDir, 'part'))).toBe(false);
    await scratch.close();
    expect(await readdir(join(dataDir, 'work'))).toEqual([]);
  });

  it('of a server that was killed are removed by the next one', async () => {
    await mkdir(join(dataDir, 'work/old/job'), { recursive: true });
    await writeFile(join(dataDir, 'work/old/job/part'), 'x');
    const scratch = await open();
    expect(await readdir(join(dataDir, 'work'))).toHaveLength(1);
    await scratch.close();
  });

  it('belong to one server at a time', async () => {
    const scratch = await open();
    await expect(open()).rejects.toThrow(/in use by another server .* End that one first/);
    await scratch.close();
    await (await open()).close();
  });

  it('are lent only while the disk keeps its reserve', async () => {
    const scratch = await open(Number.MAX_SAFE_INTEGER);
    const full = { code: 'server_full', params: { retryAfterSeconds: 60 } };
    await expect(scratch.lend(1)).rejects.toMatchObject(full);
    await expect(scratch.checkFreeSpace()).rejects.toMatchObject(full);
    expect(await scratch.freeBytes()).toBeGreaterThan(0);
    await scratch.close();
  });

  it('can be extended as far as the disk goes', async () => {
    const scratch = await open();
    const { folder } = await scratch.lend(1000);
    await scratch.extend(join(folder, 'copy'), 5000);
    expect(await scratch.heldBytes()).toBe(6000);
    await expect(scratch.extend(join(folder, 'copy'), 1e18)).rejects.toMatchObject({
      code: 'server_full',
    });
    expect(await scratch.heldBytes()).toBe(6000);
    await scratch.close();
  });

  it('hold what was reserved until it is released', async () => {
    const scratch = await open();
    const { folder } = await scratch.lend(50_000);
    const path = join(folder, 'made');
    await writeFile(path, Buffer.alloc(40_960));
    expect(await scratch.heldBytes()).toBe(50_000);
    await scratch.release(path, 40_960);
    expect(await scratch.heldBytes()).toBe(9040);
    expect(await readdir(folder)).toEqual([]);
    await scratch.close();
  });
});
