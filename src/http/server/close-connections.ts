// Lets the server end as soon as its last answer is sent, whatever connections clients would keep open.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Registers it. Node itself closes only connections that had a request and are idle at the moment of the stop: not those
 * that are busy then, and not those that browsers open in advance and never use.
 */
export function closeConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    if (isClosing) return socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.addHook('onRequest', async ({ socket }) => {
    unused.delete(socket);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
  app.addHook('onResponse', async () => {
    // Once this answer is done with, its connection is idle too.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
