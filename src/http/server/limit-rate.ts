// The rate limit of a route; refusals carry Retry-After.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BucketName, Limiter } from '../../core/limits/ports.ts';
import { takeToken } from '../../core/limits/rate-limit.ts';

/** Makes the check for one bucket, to be run before a route reads its body. */
export type LimitRate = (
  bucket: BucketName,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Limits by the address of the request; which addresses share a bucket is the limiter's matter. */
export function limitRate(limiter: Limiter): LimitRate {
  return (bucket) => async (request) => {
    await takeToken(limiter, bucket, request.ip);
  };
}
