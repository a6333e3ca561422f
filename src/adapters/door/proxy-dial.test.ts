// The way through an operator's own proxy: what it is asked, with which word, and what is refused before it is asked.
import { afterEach, describe, expect, it } from 'vitest';
import { answerOnce, type Listener, listen } from '../../../tests/fixtures/door/listeners.ts';
import { AMPLE, openTestDoor, throughProxy } from '../../../tests/fixtures/door/open-door.ts';
import { openTunnel, speak } from '../../../tests/fixtures/door/raw-client.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { Door, Lane } from './door.ts';
import { readProxyAddress } from './proxy-dial.ts';

const never = new AbortController().signal;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function setUp(
  serve: Parameters<typeof listen>[1],
  credentials = '',
): Promise<{ door: Door; lane: Lane; proxy: Listener }> {
  const proxy = await listen({}, serve);
  const door = await openTestDoor({
    egresses: [throughProxy(`http://${credentials}127.0.0.1:${proxy.port}`)],
    resolve: async () => Promise.reject(new Error('the door must not resolve')),
  });
  cleanups.push(proxy.close, door.close);
  const lane = door.lane();
  lane.begin('youtube', AMPLE);
  return { door, lane, proxy };
}

describe('a door with an upstream proxy', () => {
  it('asks it for the name and then carries bytes', async () => {
    const { lane, proxy } = await setUp((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 Yes\r\nX: y\r\n\r\nfirst ');
        socket.on('data', (piece) => socket.write(piece));
      });
    }, 'user:p%40ss@');
    const tunnel = await openTunnel(lane.proxyUrl, 'CDN.test:443');
    expect(tunnel.status).toBe(200);
    const heard = await speak(tunnel.socket, 'second', (text) =>
      (tunnel.rest + text).includes('second'),
    );
    expect(tunnel.rest + heard).toBe('first second');
    expect(proxy.heard()).toContain('CONNECT cdn.test:443 HTTP/1.1\r\nhost: cdn.test:443\r\n');
    const word = Buffer.from('user:p@ss').toString('base64');
    expect(proxy.heard()).toContain(`proxy-authorization: Basic ${word}\r\n`);
    expect(proxy.heard()).not.toContain(new URL(lane.proxyUrl).password);
    tunnel.socket.destroy();
    await until(() => proxy.open() === 0);
  });

  it.each([
    '127.0.0.1:443',
    '[::1]:443',
    '8.8.8.8:443',
    '[2606:4700::1111]:443',
    '0x7f.1:443',
    '2130706433:443',
    'localhost:443',
    'nas:80',
    'printer.local:443',
    'foo.localhost:443',
    'metadata.google.internal:80',
  ])('does not ask it for %s', async (authority) => {
    const { lane, proxy } = await setUp(answerOnce('HTTP/1.1 200 Yes\r\n\r\n'));
    expect((await openTunnel(lane.proxyUrl, authority)).status).toBe(403);
    expect(proxy.hits()).toBe(0);
  });

  it.each([
    ['403 Forbidden', 'blocked_target', 403],
    ['407 Proxy Authentication Required', 'origin_unreachable', 502],
    ['502 Bad Gateway', 'origin_unreachable', 502],
    ['504 Gateway Timeout', 'timeout', 504],
  ])('passes its %s on as %s', async (line, code, status) => {
    const { lane, proxy } = await setUp(
      answerOnce(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`),
    );
    await expect(lane.connect('cdn.test', 443, never)).rejects.toMatchObject({ code });
    expect((await openTunnel(lane.proxyUrl, 'cdn.test:443')).status).toBe(status);
    await until(() => proxy.open() === 0);
  });

  it.each([
    ['closes', (): string => ''],
    ['speaks no HTTP', (): string => 'SSH-2.0\r\n\r\n'],
    ['floods the head', (): string => `HTTP/1.1 200 Yes\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
  ])('says that the origin cannot be reached when it %s', async (_, text) => {
    const { lane, proxy } = await setUp(answerOnce(text()));
    await expect(lane.connect('cdn.test', 443, never)).rejects.toMatchObject({
      code: 'origin_unreachable',
    });
    await until(() => proxy.open() === 0);
  });

  it('waits 10 seconds for it and no longer', async () => {
    const clock = createManualClock();
    const silent = await listen({});
    const door = await openTestDoor({
      clock,
      egresses: [throughProxy(`http://127.0.0.1:${silent.port}`)],
    });
    cleanups.push(silent.close, door.close);
    const lane = door.lane();
    lane.begin('youtube', AMPLE);
    const connecting = expect(lane.connect('cdn.test', 443, never)).rejects.toMatchObject({
      code: 'timeout',
    });
    await until(() => silent.heard().includes('\r\n\r\n'));
    clock.advance(10_000);
    await connecting;
    await until(() => silent.open() === 0);
  });
});

describe('readProxyAddress', () => {
  const bare = { user: '', password: '', resolvesNames: false };

  it.each([
    ['http://proxy.example:3128', { kind: 'http', host: 'proxy.example', port: 3128, ...bare }],
    ['http://[::1]', { kind: 'http', host: '::1', port: 80, ...bare }],
    ['https://proxy.example/', { kind: 'https', host: 'proxy.example', port: 443, ...bare }],
    ['socks5://10.0.0.2', { kind: 'socks5', host: '10.0.0.2', port: 1080, ...bare }],
    [
      'socks5h://a:b%3Ac@proxy.example:9050',
      {
        kind: 'socks5',
        host: 'proxy.example',
        port: 9050,
        user: 'a',
        password: 'b:c',
        resolvesNames: true,
      },
    ],
  ])('reads %s', (text, proxy) => {
    expect(readProxyAddress(text)).toEqual(proxy);
  });

  it.each([
    '',
    'proxy:3128',
    'ftp://p:1',
    'socks4://p:1',
    'socks5://',
    'http://p:1/path',
    'http://secret@p:1/?a',
  ])('refuses "%s" without repeating it', (text) => {
    expect(() => readProxyAddress(text)).toThrow(TypeError);
    expect(() => readProxyAddress(text)).not.toThrow(/secret/);
  });
});
