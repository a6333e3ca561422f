// The loopback proxy over raw sockets: who may speak to it, what it understands, what it passes on.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answerOnce, echo, type Listener, listen } from '../../../tests/fixtures/door/listeners.ts';
import { AMPLE, openTestDoor } from '../../../tests/fixtures/door/open-door.ts';
import {
  askRaw,
  authorizationLine,
  openTunnel,
  speak,
  untilClosed,
} from '../../../tests/fixtures/door/raw-client.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import type { Door, Lane } from './door.ts';
import type { DoorOptions } from './index.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function setUp(
  serve = echo,
  options: Partial<DoorOptions> = {},
): Promise<{ door: Door; lane: Lane; origin: Listener; auth: string }> {
  const origin = await listen({ halfOpen: true }, serve);
  const door = await openTestDoor(options);
  cleanups.push(origin.close, door.close);
  const lane = door.lane();
  lane.begin('youtube', AMPLE);
  return { door, lane, origin, auth: authorizationLine(lane.proxyUrl) };
}

describe('the token of a lane', () => {
  it('opens tunnels between begin and end and at no other time', async () => {
    const { door, lane, origin } = await setUp();
    const statusNow = async () => {
      const tunnel = await openTunnel(lane.proxyUrl, `cdn.test:${origin.port}`);
      tunnel.socket.destroy();
      return tunnel.status;
    };
    expect(await statusNow()).toBe(200);
    lane.end();
    expect(await statusNow()).toBe(407);
    lane.begin('tiktok', AMPLE);
    expect(await statusNow()).toBe(200);
    lane.close();
    expect(await statusNow()).toBe(407);
    const fresh = door.lane();
    expect((await openTunnel(fresh.proxyUrl, `cdn.test:${origin.port}`)).status).toBe(407);
    expect(door.counts()).toMatchObject({ opened: 2, refusedAuth: 3 });
  });

  it.each([
    ['none', ''],
    ['an unknown one', 'Proxy-Authorization: Basic am9iOm5vdGhpbmc=\r\n'],
    ['an empty one', 'Proxy-Authorization: Basic am9iOg==\r\n'],
    ['another scheme', 'Proxy-Authorization: Bearer am9iOm5vdGhpbmc=\r\n'],
    ['bytes that are no base64', 'Proxy-Authorization: Basic \xff\xff\r\n'],
  ])('is asked for with 407 when there is %s', async (_, line) => {
    const { door, origin } = await setUp();
    const target = `cdn.test:${origin.port}`;
    for (const head of [`CONNECT ${target}`, `GET http://${target}/`]) {
      const answer = await askRaw(door.port, `${head} HTTP/1.1\r\nHost: x\r\n${line}\r\n`);
      expect(answer.status).toBe(407);
      expect(answer.head.toLowerCase()).toContain('proxy-authenticate: basic');
    }
    expect(origin.hits()).toBe(0);
  });

  it('is different for every lane and has 256 bits', async () => {
    const { door } = await setUp();
    const tokens = Array.from({ length: 20 }, () => new URL(door.lane().proxyUrl).password);
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });
});

describe('the requests that the proxy understands', () => {
  it.each([
    'GET / HTTP/1.1\r\nHost: cdn.test\r\n',
    'GET * HTTP/1.1\r\nHost: cdn.test\r\n',
    'GET wss://cdn.test/ HTTP/1.1\r\nHost: x\r\n',
    'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n',
    'GET ftp://cdn.test/ HTTP/1.1\r\nHost: x\r\n',
    'GET http://user@cdn.test/ HTTP/1.1\r\nHost: x\r\n',
    'CONNECT cdn.test HTTP/1.1\r\nHost: x\r\n',
    'CONNECT cdn.test :443 HTTP/1.1\r\nHost: x\r\n',
    'CONNECT [cdn.test]:443 HTTP/1.1\r\nHost: x\r\n',
    'CONNECT a@cdn.test:443 HTTP/1.1\r\nHost: x\r\n',
    'CONNECT /:443 HTTP/1.1\r\nHost: x\r\n',
    'NONSENSE\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'POST http://cdn.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    'POST http://cdn.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n',
    'GET http://cdn.test/ HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n',
  ])('do not include %j', async (head) => {
    const { door, origin, auth } = await setUp();
    const answer = await askRaw(
      door.port,
      `${head}${head.includes('HTTP/1.1') ? auth : ''}\r\n\r\n`,
    );
    expect(answer.status).toBe(400);
    expect(answer.rest).toBe('');
    expect(origin.hits()).toBe(0);
  });

  it('end at 32 KB of headers', async () => {
    const { door, auth, origin } = await setUp();
    const target = `http://cdn.test:${origin.port}/`;
    const head = `GET ${target} HTTP/1.1\r\nHost: x\r\n${auth}X: ${'a'.repeat(33_000)}\r\n\r\n`;
    expect((await askRaw(door.port, head)).status).toBe(431);
    expect(origin.hits()).toBe(0);
  });

  it('include a tunnel that carries bytes both ways', async () => {
    const { lane, origin } = await setUp();
    const tunnel = await openTunnel(lane.proxyUrl, `CDN.test.:${origin.port}`);
    expect(tunnel.status).toBe(200);
    expect(await speak(tunnel.socket, 'hello', (text) => text.length >= 5)).toBe('hello');
    expect(lane.use()).toEqual({
      bytesIn: 5,
      bytesOut: 5,
      connections: 1,
      refused: 0,
      spent: null,
    });
    tunnel.socket.end();
    await untilClosed(tunnel.socket);
    await until(() => origin.open() === 0);
  });

  it('include a tunnel whose first bytes came with the request', async () => {
    const { door, origin, auth } = await setUp(answerOnce(OK));
    const head = `CONNECT cdn.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`;
    const answer = await askRaw(door.port, `${head}GET /early HTTP/1.1\r\n\r\n`);
    expect(answer).toMatchObject({ status: 200, rest: OK });
    expect(origin.heard()).toBe('GET /early HTTP/1.1\r\n\r\n');
  });

  it('include a tunnel in which one side has ended while the other still speaks', async () => {
    const { lane, origin } = await setUp((socket) => {
      let asked = '';
      socket.on('data', (piece) => {
        asked += piece.toString();
      });
      // Half-open: the origin answers only after the client has said its last word.
      socket.on('end', () => socket.end(`${asked.length} bytes`));
    });
    const tunnel = await openTunnel(lane.proxyUrl, `cdn.test:${origin.port}`);
    tunnel.socket.end('x'.repeat(1000));
    expect(await speak(tunnel.socket, '', () => false)).toBe('1000 bytes');
  });
});

describe('a plain request', () => {
  it('reaches its target without a word about the client or the way', async () => {
    const { door, origin, auth } = await setUp(
      answerOnce(
        'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nVia: 1.1 x\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok',
      ),
    );
    const answer = await askRaw(
      door.port,
      `GET http://cdn.test:${origin.port}/a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n${auth}Proxy-Connection: keep-alive\r\nConnection: X-Mine, close\r\nX-Mine: 1\r\nX-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Host: a\r\nForwarded: for=10.0.0.1\r\nVia: 1.1 me\r\nTE: trailers\r\nUpgrade: websocket\r\nUser-Agent: test\r\nRange: bytes=0-1\r\n\r\n`,
    );
    expect(origin.heard().split('\r\n')).toEqual([
      'GET /a?b=c HTTP/1.1',
      `host: cdn.test:${origin.port}`,
      'connection: keep-alive',
      'User-Agent: test',
      'Range: bytes=0-1',
      '',
      '',
    ]);
    expect(answer.status).toBe(302);
    expect(answer.rest).toBe('ok');
    expect(answer.head).toContain('Location: http://169.254.169.254/');
    expect(answer.head).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2');
    expect(answer.head).not.toMatch(/^(via|x-hop|keep-alive):/im);
  });

  it.each([
    ['a length', 'Content-Length: 4\r\n\r\nbody'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n'],
  ])('carries a body with %s', async (_, framing) => {
    const { door, lane, origin, auth } = await setUp((socket) => {
      socket.on('data', (piece) => {
        if (piece.includes('body')) setImmediate(() => socket.end(OK));
      });
    });
    const answer = await askRaw(
      door.port,
      `POST http://cdn.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}${framing}`,
    );
    expect(answer).toMatchObject({ status: 200, rest: 'ok' });
    expect(origin.heard().toLowerCase()).toContain('content-length: 4\r\n');
    expect(origin.heard().endsWith('\r\n\r\nbody')).toBe(true);
    // As they are on the client's connection.
    expect(lane.use().bytesOut).toBeGreaterThan(framing.length);
    expect(lane.use().bytesIn).toBeGreaterThanOrEqual(OK.length);
  });

  it.each([
    ['no answer', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a status that does not exist', 'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'],
    ['too many headers', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ])('is answered with 502 when the origin gives %s', async (_, text) => {
    const { door, origin, auth } = await setUp(answerOnce(text));
    const answer = await askRaw(
      door.port,
      `GET http://cdn.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    );
    expect(answer.status).toBe(502);
    expect(answer.head + answer.rest).not.toContain('127.0.0.1');
  });

  it('is cut short, not completed, when the origin breaks off its body', async () => {
    const { door, origin, auth } = await setUp(
      answerOnce('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this'),
    );
    const answer = await askRaw(
      door.port,
      `GET http://cdn.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    );
    expect(answer.head).toContain('Content-Length: 100');
    expect(answer.rest.length).toBeLessThan(100);
  });
});

describe('the answers to failures', () => {
  it.each([
    ['502 for a port where nobody listens', async () => ['127.0.0.1'], 502],
    [
      '502 for a name that is not known',
      async () => Promise.reject(new Error('ENOTFOUND 10.0.0.53')),
      502,
    ],
    ['502 for a name without addresses', async () => [], 502],
  ])('are %s, and name no address', async (_, resolve, status) => {
    const { door, lane, auth } = await setUp(echo, { resolve });
    const closed = await listen({});
    await closed.close();
    for (const head of [`CONNECT cdn.test:${closed.port}`, `GET http://cdn.test:${closed.port}/`]) {
      const answer = await askRaw(door.port, `${head} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
      expect(answer.status).toBe(status);
      expect(answer.head + answer.rest).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    }
    expect(door.counts().failed).toBe(2);
    expect(lane.use()).toMatchObject({ connections: 0 });
  });
});

describe('closing the door', () => {
  it('ends its tunnels, its dials and its listener', async () => {
    const { door, lane, origin } = await setUp();
    const tunnels = await Promise.all(
      Array.from({ length: 5 }, () => openTunnel(lane.proxyUrl, `cdn.test:${origin.port}`)),
    );
    await door.close();
    await Promise.all(tunnels.map(({ socket }) => untilClosed(socket)));
    await until(() => origin.open() === 0);
    await expect(askRaw(door.port, 'GET / HTTP/1.1\r\n\r\n')).resolves.toMatchObject({ status: 0 });
  });
});

it('a door that closes does not wait for a client in the middle of its request', async () => {
  const { door } = await setUp();
  const client = connect(door.port, '127.0.0.1');
  const closed = new Promise((resolve) => client.on('close', resolve));
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('GET http://cdn.test/ HTTP/1.1\r\n');
  await until(() => client.bytesWritten > 0);
  await door.close();
  await closed;
});
