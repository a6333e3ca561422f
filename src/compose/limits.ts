// Rate limits and one-time marks: of this server alone, or shared by all through Redis.
import { createHmac } from 'node:crypto';
import { createMemoryLimiter } from '../adapters/limiter/memory.ts';
import { createMemoryOnceOnly } from '../adapters/memory/once-only.ts';
import { deriveKey } from '../adapters/secrets/secret.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import { createInsurance, insuredLimiter, insuredOnceOnly } from '../core/limits/insurance.ts';
import type { Limiter, OnceOnly } from '../core/limits/ports.ts';

/** What the other modules use. */
export type LimitsModule = {
  readonly kind: 'memory' | 'redis';
  readonly limiter: Limiter;
  /** Makes a set of marks. Those of this server alone are bounded, each set for itself. */
  readonly onceOnly: () => OnceOnly;
  readonly close: () => void;
};

/**
 * Opens Redis where it is set. While it is away, at the start as well, this server counts for itself. Throws ConfigError for a
 * Redis that can never be used.
 */
export async function composeLimits(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly secret: Uint8Array;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<LimitsModule> {
  const { config, clock, secret, warn } = needs;
  const limiter = createMemoryLimiter({ clock });
  const onceOnly = () => createMemoryOnceOnly(clock);
  if (config.REDIS_URL === undefined)
    return { kind: 'memory', limiter, onceOnly, close: () => undefined };
  const [{ openRedis }, { createRedisLimiter }, { createRedisOnceOnly }] = await Promise.all([
    import('../adapters/redis/open-redis.ts'),
    import('../adapters/limiter/redis.ts'),
    import('../adapters/redis/once-only.ts'),
  ]);
  const { client, away } = await openRedis(config.REDIS_URL).catch((error: Error) => {
    throw new ConfigError(`REDIS_URL: Redis cannot be used: ${error.message}.`);
  });
  if (away) warn('Redis cannot be reached yet: this server counts requests for itself', away);
  const insure = createInsurance({
    clock,
    onChange: (isOwn, cause) =>
      isOwn
        ? warn('Redis does not answer: this server counts requests for itself', cause)
        : warn('Redis answers again: requests are counted for all servers', undefined),
  });
  const key = deriveKey(secret, 'rate limits');
  const hide = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  return {
    kind: 'redis',
    limiter: insuredLimiter(insure, createRedisLimiter({ client, hide }), limiter),
    onceOnly: () => insuredOnceOnly(insure, createRedisOnceOnly(client, clock), onceOnly()),
    close: () => client.disconnect(),
  };
}
