// Bounds how many bodies of one file are sent to a network at once; used by every route that gives visitors' files.
import type { FastifyReply } from 'fastify';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { createNetworkQuota, type NetworkQuota } from '../../core/limits/network-quota.ts';
import type { ReadFile } from '../requests/key-use.ts';

/**
 * Counts what `read` sends of the file with this ETag until the reply has closed. Then `read` throws AppError `too_many_requests` and
 * `server_busy`, too.
 */
export type GateBody = (
  reply: FastifyReply,
  etag: string,
  network: string,
  read: ReadFile,
) => ReadFile;

/** Creates a gate with no open bodies. */
export function createBodyGate(): GateBody {
  const quotas = new Map<string, NetworkQuota>();
  return (reply, etag, network, read) => (range) => {
    const quota = quotas.get(etag) ?? createNetworkQuota(SHARED_RESOURCES.fileBodies);
    const giveBack = quota.take(network);
    quotas.set(etag, quota);
    reply.raw.once('close', () => {
      giveBack();
      if (quota.held() === 0) quotas.delete(etag);
    });
    return read(range);
  };
}
