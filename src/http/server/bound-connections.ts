// Bounds the open connections per network, except those of trusted proxies, which carry the requests of all clients; and the
// requests that wait on one connection for their responses.
import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { createNetworkQuota } from '../../core/limits/network-quota.ts';

const { connections } = SHARED_RESOURCES;
/** Neither browsers nor proxies send a request before the response to the last one. */
const MAX_PIPELINED = 4;

type Request = FastifyRequest['raw'];
type Response = FastifyReply['raw'];
type Listener = (request: Request, response: Response) => void;

/** Registers the bounds. `trustedProxies` are addresses and CIDR ranges; `networkOf` returns the rate key of an address and throws for invalid ones. */
export function boundConnections(
  app: FastifyInstance,
  {
    trustedProxies,
    networkOf,
  }: {
    readonly trustedProxies: readonly string[];
    readonly networkOf: (address: string) => string;
  },
): void {
  boundPipelines(app.server);
  app.server.maxConnections = connections.total;
  const proxies = listOf(trustedProxies);
  const quota = createNetworkQuota({ ...connections, beyond: 'server_busy', retryAfterSeconds: 1 });
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    // A connection that is closed already has no address.
    if (address === undefined || proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
      return;
    try {
      const giveBack = quota.take(networkOf(address));
      socket.once('close', giveBack);
    } catch {
      // No response: that would require reading a request first, which this avoids.
      socket.destroy();
    }
  });
}

/** Node reads further requests while a response waits to be read, and each of them would hold an open file. */
function boundPipelines(server: FastifyInstance['server']): void {
  const waiting = new WeakMap<Socket, number>();
  const listeners = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request: Request, response: Response) => {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    if (count > MAX_PIPELINED || socket.destroyed) socket.destroy();
    else for (const listener of listeners) listener(request, response);
  });
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
