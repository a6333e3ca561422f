// The server as `npm start` starts it, in a process of its own behind the lab, with a data folder of its own.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { labSettings } from '../lab/settings.ts';
import manifest from '../package.json' with { type: 'json' };
import type { LabProcess } from './lab-process.ts';

/** A running server. `pid` is that of the server itself, its children are below it. `close` removes what it kept. */
export type ServerProcess = {
  readonly pid: number;
  readonly url: string;
  readonly close: () => Promise<void>;
};

const READY_WITHIN_MS = 60_000;

/** Starts one with these settings and waits until it is ready. It trusts what this machine says of visitors' addresses. */
export async function startServerProcess(
  lab: Pick<LabProcess, 'proxyUrl' | 'caFile'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const root = path.resolve(import.meta.dirname, '..');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-'));
  // npm itself would stay between the two and take the signals; its script becomes the server.
  const child = spawn('sh', ['-c', manifest.scripts.start], {
    cwd: root,
    // A session of its own, as a service manager gives it one: the kernel shares processors between sessions.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: process.env['HOME'],
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...labSettings(lab),
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    },
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    // Goes on reading to the end, so that its log never waits for this side.
    lines.on('line', (line) => {
      const port = line.match(/serving on http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    lines.once('close', () => reject(new Error('the server ended before it served')));
  });
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    if (performance.now() > giveUpAt) throw new Error('the server does not get ready');
    await wait(100);
  }
  return {
    pid: child.pid ?? 0,
    url,
    async close() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
