// Token buckets in Redis, shared by all servers; behind the port `Limiter`. The arithmetic is that of memory.ts.
import type { Redis } from 'ioredis';
import type { Limiter } from '../../core/limits/ports.ts';
import { levelsOf } from './levels.ts';

/**
 * One step at the server, so that two requests cannot take the same token. Each key holds when its bucket will be full again, in
 * milliseconds, and expires then. ARGV: the time, or nothing for the server's own; how long to keep a key beyond that; then, for
 * each key, the milliseconds that the request costs and those that the bucket holds. Returns the milliseconds to wait as text,
 * since Redis cuts numbers to integers.
 */
const TAKE = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local full, wait = {}, 0
for i, key in ipairs(KEYS) do
  local at = tonumber(redis.call('GET', key) or now)
  full[i] = math.max(at, now) + ARGV[1 + 2 * i]
  wait = math.max(wait, full[i] - now - ARGV[2 + 2 * i])
end
if wait == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('SET', key, string.format('%.17g', full[i]), 'PX', math.ceil(full[i] - now) + ARGV[2])
  end
end
return string.format('%.17g', wait)`;

type WithTake = Redis & {
  readonly takeTokens: (
    keyCount: number,
    ...words: readonly (string | number)[]
  ) => Promise<string>;
};

/**
 * Creates the port. `hide` turns a rate key, which holds an address, into what may stand in Redis: the same on all servers.
 * `monotonic` is given by tests; otherwise the time is that of Redis. Rejects while Redis does not answer.
 */
export function createRedisLimiter(needs: {
  readonly client: Redis;
  readonly hide: (key: string) => string;
  readonly monotonic?: () => number;
}): Limiter {
  const { client, hide, monotonic } = needs;
  client.defineCommand('takeTokens', { lua: TAKE });
  return {
    async take(name, key, cost = 1) {
      const levels = levelsOf(name, key, cost);
      const text = await (client as WithTake).takeTokens(
        levels.length,
        ...levels.map((level) => `keepreel:limit:${name}:${hide(`${name} ${level.key}`)}`),
        monotonic?.() ?? '',
        // A test's clock stands still while that of Redis goes on.
        monotonic ? 3_600_000 : 0,
        ...levels.flatMap(({ bucket: { burst, refillMs } }) => [cost * refillMs, burst * refillMs]),
      );
      const waitMs = Number(text);
      if (!Number.isFinite(waitMs)) throw new Error('Redis answered with something else');
      return { allowed: waitMs <= 0, retryAfterSeconds: Math.max(0, Math.ceil(waitMs / 1000)) };
    },
  };
}
