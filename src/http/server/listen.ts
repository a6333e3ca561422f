// Listens with several sockets on one port. Node accepts one connection of each in a turn of its event loop, so that behind a single
// socket those who open and drop connections quickly keep everybody else waiting.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SOCKETS = 8;
/** As http.Server sets them. */
const LIKE_HTTP = { allowHalfOpen: true, noDelay: true };

/**
 * Starts listening; the sockets are closed with `app`. `isAlone`: no other program of this user can listen, which could take connections
 * from a port that is shared. Throws what `listen` throws, EADDRINUSE among them.
 */
export async function listen(
  app: FastifyInstance,
  {
    port,
    host,
    isAlone,
  }: { readonly port: number; readonly host: string; readonly isAlone: boolean },
): Promise<void> {
  // Elsewhere the system does not share out connections.
  const reusePort = process.platform === 'linux' && isAlone;
  if (reusePort) await assertFree(port, host);
  const others = Array.from({ length: reusePort ? SOCKETS - 1 : 0 }, () =>
    createServer(LIKE_HTTP, (socket) => app.server.emit('connection', socket)),
  );
  let closed: Promise<unknown> | null = null;
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((other) => new Promise((resolve) => other.close(resolve))));
  });
  // Responses on their connections are sent first.
  app.addHook('onClose', async () => {
    await closed;
  });
  const place = { port, host, reusePort };
  await app.listen(place);
  const { port: actual, address } = app.server.address() as AddressInfo;
  const share = Math.ceil(app.server.maxConnections / SOCKETS);
  for (const other of others) {
    other.maxConnections = share;
    await once(other.listen({ port: actual, host: address, reusePort }), 'listening');
  }
  if (reusePort) app.server.maxConnections = share;
}

/** With `reusePort`, two servers would share a port by mistake. */
async function assertFree(port: number, host: string): Promise<void> {
  const probe = createServer();
  await once(probe.listen({ port, host }), 'listening');
  await once(probe.close(), 'close');
}
