// One network may hold a share of the connections and no more; connections from a trusted proxy have no bound.
import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { rateKey } from '../../src/adapters/limiter/rate-key.ts';
import { SHARED_RESOURCES } from '../../src/core/limits/network-bounds.ts';
import { boundConnections } from '../../src/http/server/bound-connections.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const { perNetwork } = SHARED_RESOURCES.connections;

let app: FastifyInstance;
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function listen(trustedProxies: readonly string[]): Promise<number> {
  app = Fastify({ forceCloseConnections: true });
  boundConnections(app, { trustedProxies, networkOf: rateKey });
  app.get('/', async () => 'served');
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Opens connections from an address of this machine; answers how many stay open. */
async function hold(port: number, localAddress: string, count: number): Promise<number> {
  let closed = 0;
  let opened = 0;
  for (let n = 0; n < count; n += 1) {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('connect', () => {
      opened += 1;
    });
    socket.on('close', () => {
      closed += 1;
    });
    socket.on('error', () => undefined); // a refused one is reset
  }
  await vi.waitUntil(() => opened === count, SLOW_MACHINE_TIMEOUT);
  // The server answers in order of arrival, so this answer shows that all were handled.
  await speak(port, '127.0.0.99');
  return count - closed;
}

/** What a request from an address of this machine is answered; empty when its connection is closed. */
function speak(port: number, localAddress: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.on('error', () => undefined); // said by what was read
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  });
}

it('closes an address’s connections beyond its share, and serves another address', async () => {
  const port = await listen([]);
  expect(await hold(port, '127.0.0.2', perNetwork.address + 20)).toBe(perNetwork.address);
  expect(await speak(port, '127.0.0.2')).toBe('');
  expect(await speak(port, '127.0.0.3')).toBe('HTTP/1.1 200 OK');
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitUntil(
    async () => (await speak(port, '127.0.0.2')) === 'HTTP/1.1 200 OK',
    SLOW_MACHINE_TIMEOUT,
  );
});

it('lets the proxies in front of the server open as many as they need', async () => {
  const port = await listen(['127.0.0.0/30']);
  const many = perNetwork.address + 20;
  expect(await hold(port, '127.0.0.2', many)).toBe(many);
  expect(await hold(port, '127.0.0.5', many)).toBe(perNetwork.address);
});

it('answers a few requests that are sent at once, and closes a connection that sends more', async () => {
  const port = await listen([]);
  const pipeline = (count: number) =>
    new Promise<number>((resolve) => {
      const socket = net.connect({ port, host: '127.0.0.1' });
      let text = '';
      socket.on('data', (piece) => {
        text += piece;
        if (text.split('served').length > count) socket.destroy();
      });
      socket.on('error', () => undefined); // a refused one is reset
      socket.on('close', () => resolve(text.split('served').length - 1));
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
    });
  expect(await pipeline(4)).toBe(4);
  expect(await pipeline(1000)).toBeLessThan(5);
});
