// The hook of routes whose answers no cache may store.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets `Cache-Control: no-store`, also for errors. */
export async function keepNothing(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('Cache-Control', 'no-store');
}
