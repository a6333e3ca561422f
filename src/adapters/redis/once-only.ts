// Keys that were used on any server; behind the port `OnceOnly`.
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/async/clock.ts';
import type { OnceOnly } from '../../core/limits/ports.ts';

/** Creates the port. Keys expire by the time of Redis. Rejects while Redis is unavailable. */
export function createRedisOnceOnly(client: Redis, clock: Pick<Clock, 'now'>): OnceOnly {
  return {
    async use(key, untilMs) {
      const leftMs = Math.max(1, Math.ceil(untilMs - clock.now()));
      return (await client.set(`keepreel:used:${key}`, 1, 'PX', leftMs, 'NX')) === 'OK';
    },
  };
}
