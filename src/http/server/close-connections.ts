// Lets the server close as soon as its last response is sent, whatever connections clients keep open.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Registers the hooks. Node itself closes only connections that had a request and are idle when the server closes: not
 * busy ones, and not those that browsers open in advance and never use.
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
    // The connection becomes idle once this response is complete.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
