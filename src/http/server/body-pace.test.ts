// The pace of bodies over real sockets, on a clock of the test's own.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { MODEM_PACE, paceBodies } from './body-pace.ts';

const KB = 1024;
const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server that reads bodies for ever, and clients that have sent their heads. */
async function open(clients: number, isContended: () => boolean) {
  const clock = createManualClock();
  const app = Fastify({ forceCloseConnections: true });
  ends.push(() => app.close());
  const pace = paceBodies(app.server, clock);
  let begun = 0;
  let read = 0;
  app.addContentTypeParser('*', (request, body, done) => {
    pace(request, MODEM_PACE, isContended);
    begun += 1;
    body.on('data', (piece: Buffer) => {
      read += piece.length;
    });
    body.on('end', () => done(null));
  });
  app.post('/', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const answers: string[] = [];
  for (let client = 0; client < clients; client += 1) {
    const socket = connect(port, '127.0.0.1');
    answers.push('');
    socket.on('data', (piece) => {
      answers[client] += piece.toString('latin1');
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: x/y\r\ncontent-length: 900000000\r\n\r\n',
    );
    await expect.poll(() => begun).toBe(client + 1);
    sockets.push(socket);
    ends.push(() => socket.destroy());
  }
  /** Each client sends so much; then a window is over. */
  const pass = async (...kilobytes: number[]) => {
    const before = read;
    for (const [client, amount] of kilobytes.entries())
      sockets[client]?.write(Buffer.alloc(amount * KB));
    const sent = kilobytes.reduce((sum, amount) => sum + amount, 0) * KB;
    await expect.poll(() => read - before).toBe(sent);
    clock.advance(MODEM_PACE.windowMs);
  };
  const statuses = () => answers.map((text) => text.slice(9, 12));
  return { pass, statuses };
}

it('a body that keeps a modem’s pace goes on, one that stalls is ended', async () => {
  const { pass, statuses } = await open(2, () => false);
  await pass(65, 65);
  expect(statuses()).toEqual(['', '']);
  await pass(65, 1);
  await expect.poll(statuses).toEqual(['', '408']);
});

it('while others wait, the slowest below a megabyte in a window is ended, one at a time', async () => {
  let isContended = true;
  const { pass, statuses } = await open(3, () => isContended);
  await pass(300, 100, 2000);
  await expect.poll(statuses).toEqual(['', '408', '']);
  isContended = false;
  await pass(300, 0, 2000);
  expect(statuses()).toEqual(['', '408', '']);
});

it('while others wait, nobody who sends a megabyte in a window is ended', async () => {
  const { pass, statuses } = await open(2, () => true);
  await pass(1100, 1025);
  await pass(1100, 1025);
  expect(statuses()).toEqual(['', '']);
});

it('while others wait for long, more is asked of the slowest, until nobody waits', async () => {
  let isContended = true;
  const { pass, statuses } = await open(2, () => isContended);
  for (let window = 0; window < 6; window += 1) await pass(1025, 1500);
  expect(statuses()).toEqual(['', '']);
  isContended = false;
  await pass(1025, 1500);
  isContended = true;
  for (let window = 0; window < 6; window += 1) await pass(1025, 1500);
  expect(statuses()).toEqual(['', '']);
  await pass(1025, 1500);
  await expect.poll(statuses).toEqual(['408', '']);
});
