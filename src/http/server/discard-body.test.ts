import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { discardBody } from './discard-body.ts';

const BODY = 4_000_000;
/** Longer than connections were kept for at first, which is what this is about. */
const PAUSE_MS = 1200;

it('a client that sends everything before it reads gets the refusal', async () => {
  const app = fastify();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post('/', (_request, reply) => reply.code(503).send({ code: 'server_full' }));
  discardBody(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${BODY}\r\n\r\n`);
  await wait(PAUSE_MS);
  const sent = new Promise((resolve) => socket.write(Buffer.alloc(BODY), resolve));
  expect(await sent).toBeFalsy();
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString();
  });
  socket.resume();
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 503 .*"server_full"/s);
  socket.destroy();
  await app.close();
});
