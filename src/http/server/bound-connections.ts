// Bounds the open connections per network, except those of trusted proxies, which carry the requests of all clients.
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createNetworkQuota } from '../../core/limits/network-quota.ts';
import { SHARED_RESOURCES } from '../../core/limits/shared-resources.ts';

const { connections } = SHARED_RESOURCES;

/** Registers the bound. `trustedProxies` are addresses and CIDR ranges; `networkOf` returns the rate key of an address and throws for invalid ones. */
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
