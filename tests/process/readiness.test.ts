// The answer of /readyz while nothing can be written: on a full disk, and when the database was deleted or replaced beneath the server.
import { mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/lab.ts';
import { type Server, startServer } from '../support/product/server.ts';

const GOOD = { engine: true, database: true, storage: true, downloads: true };

let lab: Lab;
let folder: string;
let server: Server | undefined;
beforeAll(async () => {
  lab = await startLab({ platforms: [] });
});
afterAll(() => lab.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-ready-'));
});
afterEach(async () => {
  server?.signal('SIGKILL');
  await server?.ended();
  await rm(folder, { recursive: true, force: true });
});

/** What it says now, and with which status. */
async function readiness(): Promise<unknown> {
  const answer = await fetch(`${server?.url}/readyz`);
  return [answer.status, await answer.json()];
}
const isReady = [200, { ready: true, checks: GOOD }];

it('fails for database and files on a full disk, and recovers once there is space', async () => {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  server = await startServer({
    lab,
    dataDir: path.join(disk, 'data'),
    settings: { MIN_FREE_MB: '0' },
    wrap: [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o size=20m none ${disk} && exec "$@"`,
      'sh',
    ],
  });
  expect(await readiness()).toEqual(isReady);
  const seen = `/proc/${server.pid}/root${disk}`;
  const { bavail, bsize } = statfsSync(seen);
  const ballast = path.join(seen, 'ballast');
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch (error) {
    // The server wrote a page meanwhile: full it is all the same.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  await expect
    .poll(readiness)
    .toEqual([503, { ready: false, checks: { ...GOOD, database: false, storage: false } }]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  rmSync(ballast);
  await expect.poll(readiness).toEqual(isReady);
});

it('fails when the file of the database was deleted or replaced, and recovers once it is back', async () => {
  const dataDir = path.join(folder, 'data');
  server = await startServer({ lab, dataDir });
  const file = path.join(dataDir, 'keepreel.sqlite');
  const isNotReady = [503, { ready: false, checks: { ...GOOD, database: false } }];
  renameSync(file, `${file}.aside`);
  await expect.poll(readiness).toEqual(isNotReady);
  renameSync(`${file}.aside`, file);
  await expect.poll(readiness).toEqual(isReady);
  await copyFile(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  await expect.poll(readiness).toEqual(isNotReady);
  expect(server.output()).toContain('not ready: database');
});
