// Counts the requests that each rate limit refuses, without who made them.
import type { Limiter, RefusalCounts } from './ports.ts';

/** Wraps a limiter so that its refusals are counted. */
export function countRefusals(limiter: Limiter, counts: Pick<RefusalCounts, 'add'>): Limiter {
  return {
    async take(bucket, key, cost) {
      const result = await limiter.take(bucket, key, cost);
      if (!result.allowed) counts.add(bucket);
      return result;
    },
  };
}
