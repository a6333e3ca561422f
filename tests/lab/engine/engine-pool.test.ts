// The warm workers: answers are bounded, the queue is fair and bounded, and a dead engine is restarted.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { killNow, processesOf } from '../../../src/adapters/process/kill-tree.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Sandbox } from '../../../src/adapters/process/sandbox.ts';
import { describeEngine } from '../../../src/adapters/ytdlp/describe.ts';
import { findJsRuntime } from '../../../src/adapters/ytdlp/engine-settings.ts';
import type { PoolOptions, WorkerPool } from '../../../src/adapters/ytdlp/workers/pool.ts';
import { misbehavingPool, misbehaviour } from '../../fixtures/engine/misbehaving-pool.ts';
import { enginePath, enginePython } from '../../support/engine/engine-python.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';

const never = new AbortController().signal;
const root = path.resolve(import.meta.dirname, '../../..');
let sandbox: Sandbox;
let pool: WorkerPool;

beforeAll(async () => {
  sandbox = await probeSandboxes();
});
const start = async (changes: Partial<PoolOptions> = {}) => {
  pool = misbehavingPool(sandbox, changes);
  await pool.ready;
};
afterEach(() => pool?.close());

describe('an answer', () => {
  // One pool for all: what one test does must not show in the next.
  let shared: WorkerPool;
  beforeAll(() => {
    shared = misbehavingPool(sandbox);
  });
  afterAll(() => shared.close());

  it.each([
    [
      'a fault of an extractor',
      'raise',
      { type: 'ValueError', message: 'out of order', expected: false },
    ],
    [
      'a failure in its own words only',
      'raise-expected',
      { message: 'This is private', expected: true },
    ],
    [
      'the countries of a geo block',
      'raise-geo',
      { type: 'GeoRestrictedError', countries: ['FR', 'DE'] },
    ],
    ['a post without formats as an error', 'no-formats', { message: 'No video formats found!' }],
    [
      'nothing of an address that leads elsewhere',
      'redirect?http%3A%2F%2F127.0.0.1%2F',
      { type: 'DownloadError' },
    ],
    ['nothing of an address that no extractor takes', 'UPPER', { type: 'LookupError' }],
  ])('has %s', async (_, name, error) => {
    const url = `https://misbehaving.test/${name}`;
    expect(await shared.inspect({ platform: 'youtube', url }, never)).toMatchObject({
      ok: false,
      error,
    });
  });

  it('keeps the items of a post apart: one that is lost does not take the others with it', async () => {
    const answer = await shared.inspect(misbehaviour('post'), never);
    const entries = [{ title: 'film' }, { title: 'photo', formats: [] }, null];
    expect(answer).toMatchObject({ ok: true, info: { _type: 'playlist', entries } });
    const lost = await shared.inspect(misbehaviour('post-of-lost-items'), never);
    expect(lost).toMatchObject({ ok: false, error: { message: 'This is private' } });
    expect(await shared.inspect(misbehaviour('no-formats'), never)).toMatchObject({ ok: false });
  });

  it('takes no extractor of another platform', async () => {
    const answer = await shared.inspect({ ...misbehaviour('fine'), platform: 'tiktok' }, never);
    expect(answer).toMatchObject({ ok: false, error: { type: 'LookupError' } });
  });

  it('holds the status of an HTTP failure', async () => {
    const origin = createServer((_, response) => response.writeHead(429).end());
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const port = (origin.address() as AddressInfo).port;
    const answer = await shared.inspect(misbehaviour('ask', `http://127.0.0.1:${port}/`), never);
    origin.close();
    expect(answer).toMatchObject({
      ok: false,
      error: { type: 'ExtractorError', cause: 'HTTPError', httpStatus: 429 },
    });
  });

  it.each(['giant', 'print-a-little'])('is whole and bounded after %s', async (name) => {
    const answer = await shared.inspect(misbehaviour(name), never);
    expect(answer).toMatchObject({ ok: true, info: { title: name } });
    expect(JSON.stringify(answer).length).toBeLessThan(8_000_000);
  });

  it('comes from a worker that can run the JavaScript runtime within its bounds', async () => {
    const answer = await shared.inspect(misbehaviour('run-script', 'console.log(6 * 7)'), never);
    expect(answer).toMatchObject({ ok: true, info: { description: '42' } });
  });
});

describe('the queue', () => {
  it('answers in order, refuses what does not fit, and drops aborted requests', async () => {
    await start({ maxQueued: 3 });
    await pool.inspect(misbehaviour('fine'), never);
    const order: string[] = [];
    const abort = new AbortController();
    const hanging = pool
      .inspect(misbehaviour('hang'), abort.signal)
      .catch((reason) => order.push(String(reason)));
    const leaving = new AbortController();
    const works = ['a', 'b'].map((name) =>
      pool.inspect(misbehaviour('fine', name), never).then(() => order.push(name)),
    );
    const left = pool.inspect(misbehaviour('fine'), leaving.signal);
    await expect(pool.inspect(misbehaviour('fine'), never)).rejects.toMatchObject({
      code: 'server_busy',
    });
    leaving.abort('left');
    await expect(left).rejects.toBe('left');
    expect(pool.state()).toMatchObject({ busy: 1, queued: 2 });
    abort.abort('stopped');
    await Promise.all([hanging, ...works]);
    expect(order).toEqual(['stopped', 'a', 'b']);
    expect(pool.state()).toMatchObject({ busy: 0, queued: 0 });
  });

  it('refuses at once what was aborted before', async () => {
    await start();
    await expect(pool.inspect(misbehaviour('fine'), AbortSignal.abort('before'))).rejects.toBe(
      'before',
    );
  });

  it('replaces a worker after a number of requests', async () => {
    await start({ recycleAfter: { requests: 2 } });
    const counts: unknown[] = [];
    for (let n = 0; n < 5; n += 1)
      counts.push((await pool.inspect(misbehaviour('fine'), never)).count);
    expect(counts).toEqual([1, 2, 1, 2, 1]);
  });
});

describe('an engine', () => {
  const killEngine = () => {
    for (const pid of processesOf(pool.state().treeId ?? '')) killNow(pid);
  };
  const isAtWork = () => vi.waitUntil(() => pool.state().busy === 1, { timeout: 10_000 });

  it('that is killed comes back', async () => {
    await start();
    killEngine();
    // A worker may still answer in the moment before the kernel ends it.
    await vi.waitUntil(() => pool.state().restarts === 1, { timeout: 10_000 });
    expect(await pool.inspect(misbehaviour('fine'), never)).toMatchObject({ ok: true });
  });

  it('that is killed during a request retries it once, and only once', async () => {
    await start();
    const work = pool.inspect(misbehaviour('hang'), never);
    work.catch(() => undefined);
    await isAtWork();
    killEngine();
    await vi.waitUntil(() => pool.state().busy === 0, SLOW_MACHINE_TIMEOUT);
    await isAtWork();
    killEngine();
    await expect(work).rejects.toMatchObject({ code: 'engine_crashed' });
    expect(await pool.inspect(misbehaviour('fine'), never)).toMatchObject({ ok: true });
  });

  it.each([
    ['an interpreter that does not exist', '/nonexistent/python'],
    ['one that ends', '/bin/false'],
  ])('with %s is unavailable, and says so at once', async (_, python) => {
    pool = misbehavingPool(sandbox, { python });
    await expect(pool.ready).rejects.toMatchObject({ code: 'engine_unavailable' });
    await expect(pool.inspect(misbehaviour('fine'), never)).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it('describes itself', async () => {
    const description = await describeEngine({
      python: enginePython,
      enginePath,
      pluginDirs: [],
      jsRuntime: findJsRuntime(path.join(root, 'node_modules')),
      scriptFolder: path.join(root, 'engine'),
      sandbox,
    });
    expect(description).toMatchObject({ jsRuntime: { supported: true }, missing: ['Threads'] });
    expect(description.version >= '2026.08.19').toBe(true);
    expect(description.handlers).toContain('urllib');
  });
});
