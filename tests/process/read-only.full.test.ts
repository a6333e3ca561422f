// The server on a read-only file system: only DATA_DIR and /tmp can be written.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Where both folders are inside: the empty /tmp hides what lies below the real one. */
const PROJECT = '/mnt';
const DATA = '/media';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp('/var/tmp/keepreel-read-only-');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('starts with a sandbox, and serves', async () => {
  const walls = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
  const folders = ['--ro-bind', ROOT, PROJECT, '--bind', dataDir, DATA, '--chdir', PROJECT];
  const program = [`${PROJECT}/node_modules/.bin/node`, 'src/main.ts'];
  const words = [...walls, ...folders, '--unshare-pid', '--die-with-parent', ...program];
  const settings = {
    DATA_DIR: DATA,
    PORT: '0',
    SANDBOX: 'required',
    ENGINE_UPDATES: 'off',
    CANARY_URLS: '',
  };
  const child = spawn('bwrap', words, { env: { ...process.env, ...settings } });
  try {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const address = /Server listening at (http:[^"]+)/;
    await vi.waitUntil(() => address.test(said) || child.exitCode !== null, { timeout: 60_000 });
    const [, origin = said] = address.exec(said) ?? [];
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await fetch(origin)).status).toBe(200);
    expect(said).not.toMatch(/EROFS|read-only/i);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});
