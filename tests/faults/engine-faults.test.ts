// An engine that hangs, forks, eats memory or prints garbage is ended with its whole tree, and the next inspection works.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/adapters/clock/system.ts';
import { processesOf } from '../../src/adapters/process/kill-tree.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import { SANDBOX_KINDS, type Sandbox } from '../../src/adapters/process/sandbox.ts';
import type { WorkerPool } from '../../src/adapters/ytdlp/workers/pool.ts';
import type { Clock } from '../../src/core/async/clock.ts';
import {
  misbehavingPool,
  misbehaviour,
  processesWith,
} from '../fixtures/engine/misbehaving-pool.ts';
import { enginePython } from '../support/engine/engine-python.ts';

const never = new AbortController().signal;
const limits = {
  dataBytes: 256 * 1024 ** 2,
  treeBytes: 300 * 1024 ** 2,
  treeProcesses: 24,
  printedBytes: 1024 ** 2,
};

const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As root even a plain sandbox could nest; this takes the right away, as a user without namespaces has it. */
function withoutNamespaces(): string {
  if (process.getuid?.() !== 0) return enginePython;
  const file = path.join(folder, 'python');
  writeFileSync(
    file,
    `#!/bin/sh\nexec setpriv --bounding-set=-sys_admin --inh-caps=-all ${enginePython} "$@"\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

type Setup = { name: string; sandbox: Sandbox; python: string };

const setups: Setup[] = [];
for (const kind of SANDBOX_KINDS) {
  const sandbox = await probeSandboxes([kind]);
  // What this machine does not allow cannot be tested on it; the plain one it always allows.
  if (sandbox.kind === kind) setups.push({ name: kind, sandbox, python: enginePython });
}
setups.push({
  name: 'plain, without namespaces for workers',
  sandbox: await probeSandboxes(['plain']),
  python: withoutNamespaces(),
});

let marks = 0;
/** A number of seconds for `sleep` that nothing else on this machine sleeps. */
function newMark(): string {
  marks += 1;
  return `${400 + process.pid / 1e7}${Date.now() % 1e6}${marks}`;
}
const gone = (mark: string) =>
  vi.waitUntil(() => processesWith(mark).length === 0, { timeout: 1000, interval: 5 });
const alive = (mark: string) =>
  vi.waitUntil(() => processesWith(mark).length > 0, { timeout: 20_000, interval: 5 });

describe.each(setups)('an engine in a sandbox of kind $name', ({ name, sandbox, python }) => {
  let pool: WorkerPool;
  beforeAll(async () => {
    pool = misbehavingPool(sandbox, { python, limits });
    await pool.inspect(misbehaviour('fine'), never);
  });
  afterAll(() => pool.close());

  const works = async () => {
    expect(await pool.inspect(misbehaviour('fine'), never)).toMatchObject({
      ok: true,
      info: { title: 'fine' },
    });
  };

  it('reports whether killing a worker ends its tree by a namespace', () => {
    const canNest = sandbox.kind !== 'plain' || process.getuid?.() === 0;
    expect(pool.state().nested).toBe(canNest && !name.includes('without'));
  });

  it('is ended at the deadline with grandchildren that left its session', async () => {
    let passDeadline: () => void = () => undefined;
    const clock: Clock = {
      ...systemClock,
      after(delayMs, callback) {
        if (delayMs === 7000) passDeadline = callback;
        return systemClock.after(delayMs, callback);
      },
    };
    const quick = misbehavingPool(sandbox, { python, limits, clock, deadlineMs: 7000 });
    try {
      const mark = newMark();
      const work = quick.inspect(misbehaviour('leave-children-and-hang', mark), never);
      work.catch(() => undefined);
      await alive(mark);
      passDeadline();
      await expect(work).rejects.toMatchObject({ code: 'timeout' });
      await gone(mark);
      expect(await quick.inspect(misbehaviour('fine'), never)).toMatchObject({ ok: true });
    } finally {
      await quick.close();
    }
  });

  it('is ended at once by an abort, with the reason of the abort', async () => {
    const mark = newMark();
    const abort = new AbortController();
    const work = pool.inspect(misbehaviour('leave-children-and-hang', mark), abort.signal);
    work.catch(() => undefined);
    await alive(mark);
    abort.abort('the visitor left');
    await expect(work).rejects.toBe('the visitor left');
    await gone(mark);
    await works();
  });

  it('that exits by itself is retried once and leaves nothing behind', async () => {
    const mark = newMark();
    const work = pool.inspect(misbehaviour('leave-children-and-exit', mark), never);
    await expect(work).rejects.toMatchObject({ code: 'engine_crashed' });
    await gone(mark);
    await works();
  });

  // The bounds are kept inside the engine, by other means without namespaces: both ways are tried, each once.
  it.runIf(sandbox === setups[0]?.sandbox || name.includes('without')).each([
    ['eats memory', 'eat-memory'],
    ['has children that eat memory', 'eat-memory-in-children'],
    ['forks on and on', 'fork-on'],
    ['prints 100 MB to both outputs', 'print'],
    ['writes to the connection of its worker', 'spoil-protocol'],
    ['answers with an endless line', 'long-line'],
  ])('that %s is ended with its tree', async (_, name) => {
    const mark = newMark();
    const before = process.memoryUsage().rss;
    await expect(pool.inspect(misbehaviour(name, mark), never)).rejects.toMatchObject({
      code: 'engine_crashed',
    });
    await gone(mark);
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 ** 2);
    await works();
  });

  it('leaves no process of an answered request', async () => {
    const mark = newMark();
    const answer = await pool.inspect(misbehaviour('leave-children', mark), never);
    expect(answer).toMatchObject({ ok: true, stale: false });
    expect(processesWith(mark)).toEqual([]);
  });

  it('is replaced when a request left a thread behind', async () => {
    expect(await pool.inspect(misbehaviour('leave-thread'), never)).toMatchObject({
      ok: true,
      stale: true,
    });
    expect(await pool.inspect(misbehaviour('fine'), never)).toMatchObject({ ok: true, count: 1 });
  });

  it('has no privileges, none of the server’s secrets and no proxy from its environment', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret');
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.test');
    const secretive = misbehavingPool(sandbox, { python });
    try {
      const environment = await secretive.inspect(misbehaviour('environment'), never);
      const rights = await secretive.inspect(misbehaviour('rights'), never);
      expect(JSON.stringify(environment)).not.toMatch(/secret|proxy\.test/i);
      expect(JSON.stringify(rights)).toMatch(/CapEff:\\t0{16}\\n.*NoNewPrivs:\\t1\\n/);
    } finally {
      vi.unstubAllEnvs();
      await secretive.close();
    }
  });

  it.runIf(sandbox.isolatesFiles)('sees no files but its own', async () => {
    const answer = await pool.inspect(misbehaviour('list', folder), never);
    expect(answer).toMatchObject({ ok: false, error: { type: 'FileNotFoundError' } });
  });

  it('leaves nothing behind when the pool is closed', async () => {
    const mark = newMark();
    const other = misbehavingPool(sandbox, { python });
    await other.inspect(misbehaviour('fine'), never);
    const { treeId = '' } = other.state();
    expect(processesOf(treeId).length).toBeGreaterThan(0);
    const work = other.inspect(misbehaviour('leave-children-and-hang', mark), never);
    work.catch(() => undefined);
    await alive(mark);
    await other.close();
    await expect(work).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(processesWith(mark)).toEqual([]);
    expect(processesOf(treeId)).toEqual([]);
  });
});

describe.each(setups.filter(({ name }) => !name.includes(',')))(
  'kill -9 of a server whose sandboxes are of kind $name',
  ({ name }) => {
    let server: ChildProcess | undefined;
    afterAll(() => server?.kill('SIGKILL'));

    it('leaves no process, grandchildren included', async () => {
      const mark = newMark();
      const script = path.join(import.meta.dirname, '../fixtures/engine/server.ts');
      server = spawn(process.execPath, [script, name, mark], {
        // What a killed server cannot remove is removed with this test's own folder.
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let treeId = '';
      server.stdout?.on('data', (chunk) => {
        treeId += String(chunk).trim();
      });
      // Two workers, each with a grandchild that has left its session.
      const areSleeping = () =>
        processesWith('sleep').filter((pid) => processesWith(mark).includes(pid)).length === 2;
      await vi.waitUntil(() => treeId !== '' && areSleeping(), { timeout: 20_000, interval: 20 });
      expect(processesOf(treeId).length).toBeGreaterThan(4);
      server.kill('SIGKILL');
      await gone(mark);
      await vi.waitUntil(() => processesOf(treeId).length === 0, { timeout: 1000, interval: 5 });
    });
  },
);
