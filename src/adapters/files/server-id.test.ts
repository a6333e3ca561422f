import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openServerId } from './server-id.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keepreel-server-id-'));
  return () => rm(dataDir, { recursive: true });
});

it('the id of a server is created once, readable by this user only', async () => {
  const id = await openServerId(join(dataDir, 'new'));
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await openServerId(join(dataDir, 'new'))).toBe(id);
  expect((await stat(join(dataDir, 'new', 'server-id'))).mode & 0o777).toBe(0o600);
  expect(await openServerId(dataDir)).not.toBe(id);
});

it('the id of a server is the same for all processes that start together', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => openServerId(dataDir)));
  expect(new Set(ids).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['server-id']);
});

it.each(['', 'x', '0'.repeat(31), `${'0'.repeat(32)}\n\n`])(
  'the id of a server is refused with the remedy where the file holds %j',
  async (text) => {
    await writeFile(join(dataDir, 'server-id'), text);
    await expect(openServerId(dataDir)).rejects.toThrow(/server-id must hold .* Remove it/);
  },
);
