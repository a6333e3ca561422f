// One leader among the processes that share a Redis: the one that holds a key, which ends by itself.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Duties, EndDuty } from '../../core/async/duties.ts';
import type { Leadership } from '../../core/async/leadership.ts';

/** How long a leader that is gone goes on leading, and how often each process asks, in milliseconds. */
export type LeadershipTimes = { readonly heldMs: number; readonly askMs: number };

/** For work that others wait for. */
export const URGENT: LeadershipTimes = { heldMs: 5000, askMs: 1500 };
/** For work that may rest for half a minute: each question is a command. */
export const SELDOM: LeadershipTimes = { heldMs: 30_000, askMs: 8000 };

/** Extends the key if it is this process's, or takes it if it is free. */
const HOLD = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const LET_GO = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Creates the port for one kind of work. While Redis is away, a leader steps down before another can be elected. */
export function createRedisLeadership(needs: {
  readonly client: Redis;
  readonly duties: Duties;
  readonly work: string;
  readonly times: LeadershipTimes;
}): Leadership {
  const { client, duties, work } = needs;
  const { heldMs, askMs } = needs.times;
  const key = `keepreel:leader:${work}`;
  const self = randomBytes(12).toString('base64url');
  let stepDown: (() => void) | null = null;
  let end: EndDuty = async () => undefined;
  const lose = () => {
    stepDown?.();
    stepDown = null;
  };
  return {
    begin(lead) {
      let heldUntil = 0;
      const ask = async () => {
        const askedAt = performance.now();
        const isLeader = await client.eval(HOLD, 1, key, self, heldMs).catch(() => null);
        if (isLeader === 1) heldUntil = askedAt + heldMs;
        else if (isLeader === 0 || performance.now() > heldUntil - askMs) return lose();
        stepDown ??= lead();
      };
      end = duties.every(`lead-${work}`, askMs, ask, { runsAtOnce: true });
    },
    async end() {
      const ended = end();
      lose();
      await ended;
      lose();
      await client.eval(LET_GO, 1, key, self).catch(() => null);
    },
  };
}
