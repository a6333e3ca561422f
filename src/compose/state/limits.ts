// Rate limits and one-time marks: of this server alone, or shared by all through Redis.
import { createMemoryLimiter } from '../../adapters/limiter/memory.ts';
import { createMemoryOnceOnly } from '../../adapters/memory/once-only.ts';
import type { Clock } from '../../core/async/clock.ts';
import {
  createFallback,
  limiterWithFallback,
  onceOnlyWithFallback,
} from '../../core/limits/fallback.ts';
import type { Limiter, OnceOnly } from '../../core/limits/ports.ts';
import { hidingNames, type SharedRedis } from './redis.ts';

/** What the other modules use. */
export type LimitsModule = {
  readonly kind: 'memory' | 'redis';
  readonly limiter: Limiter;
  /** Makes a set of marks. Those of this server alone are bounded, each set for itself. */
  readonly onceOnly: () => OnceOnly;
};

/** Falls back to this server's own limits while Redis is unavailable, at the start as well. Without the secret it always uses those. */
export async function composeLimits(needs: {
  readonly redis: SharedRedis | null;
  readonly clock: Clock;
  readonly secret: Uint8Array | null;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<LimitsModule> {
  const { redis, clock, secret, warn } = needs;
  const limiter = createMemoryLimiter({ clock });
  const onceOnly = () => createMemoryOnceOnly(clock);
  if (!redis || !secret) return { kind: 'memory', limiter, onceOnly };
  const [{ createRedisLimiter }, { createRedisOnceOnly }] = await Promise.all([
    import('../../adapters/limiter/redis.ts'),
    import('../../adapters/redis/once-only.ts'),
  ]);
  const { client } = redis;
  const withFallback = createFallback({
    clock,
    onChange: (isOwn, cause) =>
      isOwn
        ? warn('Redis does not answer: this server counts requests for itself', cause)
        : warn('Redis answers again: requests are counted for all servers', undefined),
  });
  const hide = hidingNames(secret, 'rate limits');
  return {
    kind: 'redis',
    limiter: limiterWithFallback(withFallback, createRedisLimiter({ client, hide }), limiter),
    onceOnly: () =>
      onceOnlyWithFallback(withFallback, createRedisOnceOnly(client, clock), onceOnly()),
  };
}
