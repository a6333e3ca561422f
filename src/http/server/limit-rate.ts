// The rate limit of a route; refusals carry `Retry-After`.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BucketName, Limiter } from '../../core/limits/ports.ts';
import { takeToken } from '../../core/limits/rate-limit.ts';

/** The rate key of the network that a request counts for. */
export type NetworkOf = (request: FastifyRequest) => string;

/** Creates the hook for one bucket, which takes `cost` tokens (1). It runs before the body is read. */
export type LimitRate = (
  bucket: BucketName,
  cost?: number,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Limits by the network of the request; the limiter decides which networks share a bucket. */
export function limitRate(limiter: Limiter, networkOf: NetworkOf): LimitRate {
  return (bucket, cost) => async (request) => {
    await takeToken(limiter, bucket, networkOf(request), cost);
  };
}
