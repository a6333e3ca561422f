// The warm workers: no state of one visitor reaches the next, the queue is fair and bounded, and a dead engine is restarted.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { killNow, processesOf } from '../../src/adapters/process/kill-tree.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import type { Sandbox } from '../../src/adapters/process/sandbox.ts';
import { describeEngine } from '../../src/adapters/ytdlp/describe.ts';
import { findJsRuntime } from '../../src/adapters/ytdlp/engine-settings.ts';
import type { PoolOptions, WorkerPool } from '../../src/adapters/ytdlp/workers/pool.ts';
import { misbehavingPool, misbehaviour } from '../fixtures/engine/misbehaving-pool.ts';
import { enginePath, enginePython } from '../support/engine/engine-python.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const never = new AbortController().signal;
const root = path.resolve(import.meta.dirname, '../..');
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

describe('one visitor and the next', () => {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const origin = createServer((request, response) => {
    requests.push(request);
    response.setHeader('set-cookie', ['visitor=one; Path=/', 'kept=long; Path=/; Max-Age=9999']);
    response.end('<html></html>');
  }).on('connection', (socket) => sockets.add(socket));
  let address = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    requests.length = 0;
    sockets.clear();
  });
  afterAll(() => origin.close());

  it.each([
    ['ask', 'requests', undefined],
    ['ask-as-browser', 'curl_cffi', '1 threads'],
  ])('share a connection and no cookie: %s', async (deed, handler, description) => {
    await start({ spare: 0 });
    const first = await pool.inspect(misbehaviour(deed, address), never);
    const second = await pool.inspect(misbehaviour(deed, address), never);
    expect([first, second]).toMatchObject([
      { ok: true, count: 1 },
      { ok: true, count: 2 },
    ]);
    expect(requests.map((request) => request.headers.cookie)).toEqual([undefined, undefined]);
    // Without these libraries yt-dlp keeps no connection, and has no browser to be.
    const keeps = pool.state().description?.handlers.includes(handler);
    expect(sockets.size).toBe(keeps ? 1 : 2);
    if (!keeps || !description) return;
    expect(second).toMatchObject({ info: { description } });
    expect(requests.map((request) => request.headers['user-agent'])).toEqual([
      expect.stringContaining('Macintosh'),
      expect.stringContaining('Macintosh'),
    ]);
  });

  it('keep the cookies of one request as a browser for the next requests of the same visitor', async () => {
    await start({ spare: 0 });
    const both = misbehaviour('ask-as-browser-twice', address);
    await pool.inspect(both, never);
    await pool.inspect(both, never);
    const cookies = 'visitor=one; kept=long';
    expect(requests.map((request) => request.headers.cookie)).toEqual([
      undefined,
      cookies,
      undefined,
      cookies,
    ]);
  });

  it('each receive every warning, and no state that an extractor kept', async () => {
    await start({ spare: 0 });
    await pool.inspect(misbehaviour('remember', 'the first'), never);
    const second = await pool.inspect(misbehaviour('remember', 'the second'), never);
    expect(second).toMatchObject({ count: 2, info: { description: 'nothing' } });
    const warned = { warnings: ['[Misbehaving] told once'] };
    expect(await pool.inspect(misbehaviour('fine'), never)).toMatchObject({ ...warned, count: 3 });
    expect(await pool.inspect(misbehaviour('fine'), never)).toMatchObject({ ...warned, count: 4 });
  });

  it('each use the operator’s cookies where requested, and never change their file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-cookies-'));
    const cookieFile = path.join(folder, 'cookies.txt');
    const text = '# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tvisitor\toperator\n';
    writeFileSync(cookieFile, text);
    await start({ spare: 0, cookieFile });
    const counts: unknown[] = [];
    for (const cookies of [true, false, true]) {
      const answer = await pool.inspect({ ...misbehaviour('ask', address), cookies }, never);
      counts.push(answer.count);
    }
    // The worker that had them serves no other request, and its connection ends with it.
    expect(counts).toEqual([1, 1, 2]);
    expect(readFileSync(cookieFile, 'utf8')).toBe(text);
    rmSync(folder, { recursive: true });
    expect(requests.map((request) => request.headers.cookie)).toEqual([
      'visitor=operator',
      undefined,
      'visitor=operator',
    ]);
  });

  it('go through the egress session of their worker, which is open only during a request', async () => {
    const events: string[] = [];
    const proxy = createTcpServer((socket) => {
      events.push('connection');
      const target = connect((origin.address() as AddressInfo).port, '127.0.0.1');
      socket.pipe(target).pipe(socket);
      for (const one of [socket, target]) one.on('error', () => one.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const proxyUrl = `http://job:token@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const lanes = () => ({
      proxyUrl,
      begin: ({ platform }: { readonly platform: string }) => events.push(`begin ${platform}`),
      end: () => events.push('end'),
      close: () => events.push('close'),
    });
    await start({ spare: 0, lanes });
    const answer = await pool.inspect(
      misbehaviour('socket-options', 'http://unknown.test/page'),
      never,
    );
    // A small request over a kept connection is sent at once. Without a recent `requests` none is kept.
    const keeps = pool.state().description?.handlers.includes('requests');
    expect(answer).toMatchObject({
      ok: true,
      info: { description: keeps ? 'nodelay [1]' : 'nodelay []' },
    });
    expect(requests[0]?.url).toBe('http://unknown.test/page');
    expect(requests[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('job:token')}`);
    await pool.close();
    proxy.close();
    expect(events).toEqual(['begin youtube', 'connection', 'end', 'close']);
  });
});

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
