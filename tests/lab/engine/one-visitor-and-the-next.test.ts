import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Sandbox } from '../../../src/adapters/process/sandbox.ts';
import type { PoolOptions, WorkerPool } from '../../../src/adapters/ytdlp/workers/pool.ts';
import { misbehavingPool, misbehaviour } from '../../fixtures/engine/misbehaving-pool.ts';

const never = new AbortController().signal;
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

  it('each use the operator’s cookies where requested', async () => {
    const text = '# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tvisitor\toperator\n';
    await start({ spare: 0 });
    const counts: unknown[] = [];
    for (const cookies of [text, '', text]) {
      const answer = await pool.inspect({ ...misbehaviour('ask', address), cookies }, never);
      counts.push(answer.count);
    }
    // The worker that had them serves no other request, and its connection ends with it.
    expect(counts).toEqual([1, 1, 2]);
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
