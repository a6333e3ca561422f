// One leader among the processes that share a Redis: the one that holds a lease, a key that expires.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Duties } from '../../core/async/duties.ts';
import type { Leadership } from '../../core/async/leadership.ts';
import { type Signals, topic } from '../../core/async/signals.ts';

/** How long a lease lasts, and how often the leader renews it, in milliseconds. */
export type LeadershipTimes = { readonly leaseMs: number; readonly renewMs: number };

/** For work that may pause for half a minute: each renewal is a command. */
export const SELDOM: LeadershipTimes = { leaseMs: 30_000, renewMs: 10_000 };

/** The others try this long after the lease may have expired. */
const MARGIN_MS = 20;

/** A reply that PTTL never gives. */
const IS_LEADER = -3;
/** Renews the lease if it is this process's, or acquires it if it is free; else returns the milliseconds until it expires. */
const ACQUIRE = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return redis.call('PTTL', KEYS[1]) end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ${IS_LEADER}`;
const RELEASE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/** Creates the port for one kind of work. While Redis is unavailable, a leader steps down before another can be elected. */
export function createRedisLeadership(needs: {
  readonly client: Redis;
  readonly duties: Duties;
  readonly signals: Signals;
  readonly work: string;
  readonly times: LeadershipTimes;
}): Leadership {
  const { client, duties, signals, work } = needs;
  const { leaseMs, renewMs } = needs.times;
  const key = `keepreel:leader:${work}`;
  const released = topic<true>(`leader-released:${work}`);
  const self = randomBytes(12).toString('base64url');
  let stepDown: (() => void) | null = null;
  let leaseUntil = 0;
  let isCandidate = false;
  let stopCandidacy: () => Promise<void> = async () => undefined;
  const lose = () => {
    stepDown?.();
    stepDown = null;
  };
  /** Resolves with the milliseconds until the next attempt. */
  const acquire = async (lead: () => () => void): Promise<number> => {
    const startedAt = performance.now();
    const left = await client.eval(ACQUIRE, 1, key, self, leaseMs).catch(() => null);
    // It ended while the command was in progress.
    if (!isCandidate) return renewMs;
    if (left === IS_LEADER) {
      leaseUntil = startedAt + leaseMs;
      stepDown ??= lead();
    } else if (left !== null || performance.now() > leaseUntil - renewMs) lose();
    const hasOtherLeader = left !== null && left !== IS_LEADER;
    return hasOtherLeader ? Math.min(Number(left), leaseMs) + MARGIN_MS : renewMs;
  };
  return {
    begin(lead) {
      isCandidate = true;
      const endRenewing = duties.paced(`lead-${work}`, renewMs, () => acquire(lead), {
        runsAtOnce: true,
      });
      const unsubscribe = signals.subscribe(released, () => void acquire(lead).catch(acquireLater));
      stopCandidacy = () => {
        unsubscribe();
        return endRenewing();
      };
    },
    async end() {
      isCandidate = false;
      const ended = stopCandidacy();
      lose();
      await ended;
      const deleted = await client.eval(RELEASE, 1, key, self).catch(() => 0);
      if (deleted === 1) signals.publish(released, true, 0);
    },
  };
}

/** The next run of the duty logs what is wrong. */
const acquireLater = () => undefined;
