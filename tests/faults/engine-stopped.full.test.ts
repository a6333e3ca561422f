// An engine that hangs without exiting is detected, killed and replaced.
import { afterEach, expect, it, vi } from 'vitest';
import { processesOf } from '../../src/adapters/process/kill-tree.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import type { WorkerPool } from '../../src/adapters/ytdlp/workers/pool.ts';
import { misbehavingPool, misbehaviour } from '../fixtures/engine/misbehaving-pool.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const never = new AbortController().signal;
let pool: WorkerPool;
afterEach(() => pool.close());

it('is replaced within a few missed answers, and the next inspection works', async () => {
  pool = misbehavingPool(await probeSandboxes(), { pingMs: 200 });
  expect((await pool.inspect(misbehaviour('fine'), never)).ok).toBe(true);
  const { treeId } = pool.state();
  const before = processesOf(treeId ?? '');
  expect(before.length).toBeGreaterThan(0);
  for (const pid of before) process.kill(pid, 'SIGSTOP');
  await vi.waitUntil(() => pool.state().restarts === 1, SLOW_MACHINE_TIMEOUT);
  expect((await pool.inspect(misbehaviour('fine'), never)).ok).toBe(true);
  expect(processesOf(treeId ?? '')).toEqual([]);
});
