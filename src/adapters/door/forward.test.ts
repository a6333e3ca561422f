// Requests over kept connections: what lanes share and what they never share, and when a connection is not used again.
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Authority, createAuthority } from '../../../lab/proxy/certificates.ts';
import { answerText } from '../../../tests/fixtures/door/lane-fixture.ts';
import { AMPLE, openTestDoor } from '../../../tests/fixtures/door/open-door.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import type { Budget, Door, Lane } from './door.ts';
import type { DoorOptions } from './index.ts';

let authority: Authority;
let origin: Server;
let port: number;
/** The connections to the origin, all requests on them, and how it answers each. */
const connections: TLSSocket[] = [];
const requests: string[] = [];
type Answer = (socket: TLSSocket, count: number) => void;
const ok: Answer = (socket) => socket.write(answerText('ok'));
let answer = ok;
let door: Door;

beforeAll(async () => {
  authority = await createAuthority();
  origin = createServer(
    {
      SNICallback: (name, done) => {
        authority.contextFor(name, name === 'expired.test').then(
          (context) => done(null, context),
          (error: Error) => done(error),
        );
      },
    },
    (socket) => {
      connections.push(socket);
      socket.on('error', () => socket.destroy());
      let text = '';
      let count = 0;
      socket.on('data', (piece) => {
        text += piece.toString('latin1');
        // Bodies here have a length, and end with their text.
        if (!text.endsWith('\r\n\r\n') && !text.endsWith('body')) return;
        requests.push(text);
        text = '';
        count += 1;
        answer(socket, count);
      });
    },
  ).on('tlsClientError', () => undefined);
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const address = origin.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await door.close();
  for (const socket of connections.splice(0)) socket.destroy();
  requests.length = 0;
  answer = ok;
});
afterAll(() => origin.close());

/** A new door, and a lane of it that is open for YouTube. */
async function setUp(options: Partial<DoorOptions> = {}, budget: Partial<Budget> = {}) {
  door = await openTestDoor({ extraCa: authority.caPem, ...options });
  return openLane(budget);
}
function openLane(budget: Partial<Budget> = {}): Lane {
  const lane = door.lane();
  lane.begin('youtube', { ...AMPLE, ...budget });
  return lane;
}

type Sent = { host?: string; method?: string; body?: string; headers?: Record<string, string> };

/** Sends a request with a lane's token, on a client's connection of its own. */
function start(lane: Lane, { host = 'cdn.test', method = 'GET', body = '', headers = {} }: Sent) {
  const { port: proxyPort, username, password } = new URL(lane.proxyUrl);
  const token = Buffer.from(`${username}:${password}`).toString('base64');
  const sending = request({
    port: proxyPort,
    host: '127.0.0.1',
    method,
    path: `https://${host}:${port}/`,
    headers: { ...headers, 'proxy-authorization': `Basic ${token}` },
    agent: false,
  });
  sending.on('error', () => undefined);
  sending.end(body);
  return sending;
}
async function send(lane: Lane, sent: Sent = {}) {
  const [response] = await once(start(lane, sent), 'response');
  let text = '';
  for await (const piece of response) text += piece;
  return { status: response.statusCode as number, headers: response.headers, text };
}
const statusOf = async (lane: Lane, sent: Sent = {}) => (await send(lane, sent)).status;

describe('two lanes', () => {
  it('share a connection, and nothing that one of them sent or received', async () => {
    answer = (socket, count) => socket.write(answerText(`${count}`, 'Set-Cookie: a=1\r\n'));
    const first = await setUp();
    const headers = {
      cookie: 'secret=1',
      authorization: 'Bearer secret',
      'x-guest-token': 'secret',
    };
    expect(await send(first, { headers, method: 'POST', body: 'body' })).toMatchObject({
      status: 200,
      text: '1',
      headers: { 'set-cookie': ['a=1'] },
    });
    first.end();
    const second = await send(openLane());
    expect(second).toMatchObject({ status: 200, text: '2' });
    expect(connections).toHaveLength(1);
    expect(requests[0]).toMatch(/secret=1.*Bearer secret.*\r\n\r\nbody$/s);
    expect(requests[1]).not.toMatch(/secret|cookie|authorization|proxy/i);
    expect(door.counts()).toMatchObject({ opened: 1 });
  });

  it('of two platforms share none', async () => {
    const first = await setUp();
    await send(first);
    const second = door.lane();
    second.begin('tiktok', AMPLE);
    await send(second);
    expect(connections).toHaveLength(2);
  });

  it('at the same time have a connection each', async () => {
    const held: TLSSocket[] = [];
    answer = (socket) => held.push(socket);
    const first = await setUp();
    const both = [send(first), send(openLane())];
    await until(() => held.length === 2);
    for (const [index, socket] of held.entries()) socket.write(answerText(String(index)));
    const texts = (await Promise.all(both)).map(({ text }) => text);
    expect(texts.sort()).toEqual(['0', '1']);
    expect(connections).toHaveLength(2);
  });
});

describe('a kept connection', () => {
  it('is of no use to a lane that is closed, nor to an unknown token', async () => {
    const lane = await setUp();
    await send(lane);
    lane.end();
    expect(await statusOf(lane)).toBe(407);
    lane.close();
    expect(await statusOf(lane)).toBe(407);
    expect(requests).toHaveLength(1);
  });

  it('is not used for a host that the rules refuse by then', async () => {
    let allowed = true;
    const lane = await setUp({
      policy: { isAllowedAddress: () => allowed, isAllowedPort: () => allowed },
    });
    expect(await statusOf(lane)).toBe(200);
    allowed = false;
    expect(await send(lane)).toMatchObject({ status: 403, headers: { 'proxy-status': 'door' } });
    expect(lane.use().refused).toBe(1);
    expect(requests).toHaveLength(1);
  });

  it('is replaced after five minutes, with a new look at the addresses of its host', async () => {
    let allowed = true;
    const lane = await setUp({
      policy: { isAllowedAddress: () => allowed, isAllowedPort: () => true },
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await statusOf(lane)).toBe(200);
    allowed = false;
    vi.setSystemTime(Date.now() + 299_000);
    expect(await statusOf(lane)).toBe(200);
    vi.setSystemTime(Date.now() + 2000);
    expect(await statusOf(lane)).toBe(403);
    expect(lane.use().refused).toBe(1);
    expect(connections).toHaveLength(1);
  });

  it('is kept for hosts on the list of the platform alone', async () => {
    const isListed = (_: string, host: string) => host === 'cdn.test';
    const lane = await setUp({ hosts: { mode: 'observe', isListed } });
    expect(await statusOf(lane, { host: 'other.test' })).toBe(200);
    lane.close();
    await until(() => connections.every((socket) => socket.destroyed));
    const next = openLane();
    expect(await statusOf(next)).toBe(200);
    next.close();
    expect(connections.map((socket) => socket.destroyed)).toEqual([true, false]);
  });

  it('is not opened to a host that is not on the list, where the list is enforced', async () => {
    const lane = await setUp({ hosts: { mode: 'enforce', isListed: () => false } });
    expect(await statusOf(lane)).toBe(403);
    expect(connections).toHaveLength(0);
  });

  it.each([
    ['another answer that was not requested', `${answerText('ok')}${answerText('not for you')}`],
    ['bytes after its answer', `${answerText('ok')}surplus`],
    ['a wish to close it', answerText('ok', 'Connection: close\r\n')],
  ])('is not used again after %s', async (_, text) => {
    answer = (socket) => socket.write(text);
    const lane = await setUp();
    expect(await send(lane)).toMatchObject({ status: 200, text: 'ok' });
    answer = (socket) => socket.write(answerText('fresh'));
    expect(await send(openLane())).toMatchObject({ status: 200, text: 'fresh' });
    expect(connections).toHaveLength(2);
  });

  it('that ends under a request is replaced once', async () => {
    const lane = await setUp();
    await send(lane);
    answer = (socket, count) => (count > 1 ? socket.destroy() : ok(socket, count));
    expect(await send(lane, { method: 'POST', body: 'body' })).toMatchObject({ status: 200 });
    expect(connections).toHaveLength(2);
    answer = (socket) => socket.destroy();
    expect(await send(lane)).toMatchObject({ status: 502, headers: { 'proxy-status': 'door' } });
    expect(requests).toHaveLength(5);
  });
});

describe('a request', () => {
  it('is cut with the end of its job, and its connection with it', async () => {
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun');
    const lane = await setUp();
    const [response] = await once(start(lane, {}), 'response');
    let cut = '';
    response.on('error', (error: Error) => {
      cut = error.message;
    });
    lane.end();
    await until(() => cut === 'aborted');
    await until(() => connections.every((socket) => socket.destroyed));
  });

  it('is cut, and its connection with it, when its client leaves', async () => {
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun');
    const sending = start(await setUp(), {});
    await once(sending, 'response');
    sending.destroy();
    await until(() => connections.every((socket) => socket.destroyed));
  });

  it('counts for its lane, and is cut where the bytes of the lane are spent', async () => {
    answer = (socket) => {
      socket.write(answerText('x'.repeat(400_000)));
    };
    const lane = await setUp({}, { maxBytes: 600_000 });
    expect((await send(lane)).text).toHaveLength(400_000);
    expect(lane.use().bytesIn).toBeGreaterThan(400_000);
    await expect(send(lane)).rejects.toThrow('aborted');
    expect(lane.use().spent).toBe('bytes');
    expect(await statusOf(openLane())).toBe(200);
  });

  it('is refused where the lane has too many clients', async () => {
    const held: Socket[] = [];
    answer = (socket) => held.push(socket);
    const lane = await setUp({}, { maxSockets: 2 });
    const sendings = [start(lane, {}), start(lane, {})];
    await until(() => held.length === 2);
    expect(await statusOf(lane)).toBe(503);
    for (const sending of sendings) sending.destroy();
  });

  it.each(['expired.test', 'localhost', 'nas', '127.1'])('to %s fails', async (host) => {
    const status = host === 'expired.test' ? 502 : 403;
    expect(await send(await setUp(), { host })).toMatchObject({
      status,
      headers: { 'proxy-status': 'door' },
    });
    expect(requests).toHaveLength(0);
  });

  it('has at most a megabyte of a body', async () => {
    const lane = await setUp();
    const body = `${'x'.repeat(1024 * 1024 - 4)}body`;
    expect(await statusOf(lane, { method: 'POST', body })).toBe(200);
    expect(await statusOf(lane, { method: 'POST', body: `x${body}` })).toBe(503);
    expect(requests).toHaveLength(1);
  });

  it('gets nothing that an origin says in the name of a proxy', async () => {
    answer = (socket) =>
      socket.write(answerText('ok', 'Proxy-Status: door\r\nProxy-Authenticate: Basic\r\n'));
    const { headers, status } = await send(await setUp());
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('proxy-'))).toEqual([]);
  });
});
