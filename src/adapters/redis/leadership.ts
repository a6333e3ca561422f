// One leader among the processes that share a Redis: the one that holds a key, which ends by itself.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Duties } from '../../core/async/duties.ts';
import type { Leadership } from '../../core/async/leadership.ts';
import { type Signals, topic } from '../../core/async/signals.ts';

/** How long a leader that is gone goes on leading, and how often one that is there says so, in milliseconds. */
export type LeadershipTimes = { readonly heldMs: number; readonly renewMs: number };

/** For work that others wait for. */
export const URGENT: LeadershipTimes = { heldMs: 5000, renewMs: 2000 };
/** For work that may rest for half a minute: each renewal is a command. */
export const SELDOM: LeadershipTimes = { heldMs: 30_000, renewMs: 10_000 };

/** The others ask when the key may have ended, and this much later, in milliseconds. */
const LATER_MS = 20;

/** An answer that PTTL never gives. */
const LEADS = -3;
/** Extends the key if it is this process's, or takes it if it is free; else returns the milliseconds that are left of it. */
const HOLD = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return redis.call('PTTL', KEYS[1]) end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ${LEADS}`;
const LET_GO = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/** Creates the port for one kind of work. While Redis is away, a leader steps down before another can be elected. */
export function createRedisLeadership(needs: {
  readonly client: Redis;
  readonly duties: Duties;
  readonly signals: Signals;
  readonly work: string;
  readonly times: LeadershipTimes;
}): Leadership {
  const { client, duties, signals, work } = needs;
  const { heldMs, renewMs } = needs.times;
  const key = `keepreel:leader:${work}`;
  const free = topic<true>(`leader-gone:${work}`);
  const self = randomBytes(12).toString('base64url');
  let stepDown: (() => void) | null = null;
  let heldUntil = 0;
  let isStanding = false;
  let stopStanding: () => Promise<void> = async () => undefined;
  const lose = () => {
    stepDown?.();
    stepDown = null;
  };
  /** Resolves with the milliseconds until it is to be asked again. */
  const ask = async (lead: () => () => void): Promise<number> => {
    const askedAt = performance.now();
    const left = await client.eval(HOLD, 1, key, self, heldMs).catch(() => null);
    // The answer to a question from before the end.
    if (!isStanding) return renewMs;
    if (left === LEADS) {
      heldUntil = askedAt + heldMs;
      stepDown ??= lead();
    } else if (left !== null || performance.now() > heldUntil - renewMs) lose();
    const isAnothers = left !== null && left !== LEADS;
    return isAnothers ? Math.min(Number(left), heldMs) + LATER_MS : renewMs;
  };
  return {
    begin(lead) {
      isStanding = true;
      const endAsking = duties.paced(`lead-${work}`, renewMs, () => ask(lead), {
        runsAtOnce: true,
      });
      const stopHearing = signals.subscribe(free, () => void ask(lead).catch(askLater));
      stopStanding = () => {
        stopHearing();
        return endAsking();
      };
    },
    async end() {
      isStanding = false;
      const ended = stopStanding();
      lose();
      await ended;
      const gone = await client.eval(LET_GO, 1, key, self).catch(() => 0);
      if (gone === 1) signals.publish(free, true, 0);
    },
  };
}

/** The next turn of the duty logs what is wrong. */
const askLater = () => undefined;
