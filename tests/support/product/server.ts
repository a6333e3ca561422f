// The server as an operator starts it, in a process of its own with a lab behind it; for tests that kill, drain or measure it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import type { Lab } from '../../../lab/lab.ts';
import { labSettings } from '../../../lab/settings.ts';

/** A running server. */
export type Server = {
  readonly url: string;
  readonly pid: number;
  /** All it has written so far. */
  readonly output: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Fulfilled with its exit code (null after a signal) and the milliseconds since the call. */
  readonly ended: () => Promise<{ readonly code: number | null; readonly tookMs: number }>;
  /** Memory that it holds now, in bytes (RSS). */
  readonly memory: () => number;
};

/** How to start it. `wrap` is a command in front of Node's own, `program` the file that Node runs. */
export type ServerOptions = {
  readonly lab: Lab;
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly wrap?: readonly string[];
  readonly program?: string;
};

/** A busy machine takes many times as long as an idle one. */
const START_MS = 90_000;
/** Those of `npm start`. */
const FLAGS = ['--max-semi-space-size=2'];

/**
 * Starts one and waits until it is ready. It trusts what this machine says of visitors' addresses. Where it listens is
 * read from its log, unless `settings` name a port.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { lab, dataDir, settings = {}, wrap = [], program: file = 'src/main.ts' } = options;
  const root = path.resolve(import.meta.dirname, '../../..');
  const [program = '', ...args] = [...wrap, process.execPath, ...FLAGS, file];
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // As "npm start" has it.
      NODE_COMPILE_CACHE: path.join(root, '.cache/node'),
      MALLOC_ARENA_MAX: '2',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...labSettings(lab),
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await vi
    .waitUntil(
      async () => {
        if (child.exitCode !== null) throw new Error(`the server ended: ${output}`);
        const port = settings['PORT'] ?? output.match(/serving on http:\/\/localhost:(\d+)/)?.[1];
        if (port === undefined) return undefined;
        const origin = `http://127.0.0.1:${port}`;
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined); // does not listen yet
        return answer?.status === 200 ? origin : undefined;
      },
      { timeout: START_MS, interval: 50 },
    )
    .catch((error: unknown) => {
      // Nothing else would end it.
      child.kill('SIGKILL');
      throw error;
    });
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    output: () => output,
    signal: (name) => {
      child.kill(name);
    },
    async ended() {
      const startedAt = performance.now();
      const code = await closed;
      return { code, tookMs: performance.now() - startedAt };
    },
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      return Number(status.match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? 0) * 1024;
    },
  };
}
