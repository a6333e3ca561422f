import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { listen } from './listen.ts';

const HOST = '127.0.0.1';
const WAITING = 32;

const apps: FastifyInstance[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const app of apps.splice(0)) await app.close();
});

async function serve(port = 0) {
  const app = Fastify({ forceCloseConnections: true });
  apps.push(app);
  app.get('/', async () => 'here');
  await listen(app, { port, host: HOST, isAlone: true });
  return { app, port: (app.server.address() as AddressInfo).port };
}

it('accepts several connections in one turn of the event loop', async () => {
  const { app, port } = await serve();
  let turn = 0;
  const acceptedIn: number[] = [];
  app.server.on('connection', () => acceptedIn.push(turn));
  for (let n = 0; n < WAITING; n += 1) clients.push(connect(port, HOST));
  await new Promise(process.nextTick);
  // Until the system has connected all of them.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  const count = () => {
    turn += 1;
    if (acceptedIn.length < WAITING) setImmediate(count);
  };
  count();
  await expect.poll(() => acceptedIn.length).toBe(WAITING);
  expect(new Set(acceptedIn).size).toBeLessThan(WAITING / 2);
  const answers = Array.from({ length: WAITING }, () => fetch(`http://${HOST}:${port}/`));
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('here');
});

it('shares its port with no other server, and frees it', async () => {
  const { app, port } = await serve();
  await expect(serve(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await app.close();
  expect((await serve(port)).port).toBe(port);
});
