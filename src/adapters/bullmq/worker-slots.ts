// How many jobs the workers can run that are there now: each says so every few seconds, and is gone when it no longer does.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Signals } from '../../core/async/signals.ts';
import { WORKERS } from './job-messages.ts';

/** How many jobs may run at once, and how many heavy ones among them. */
export type Slots = { readonly maxRunning: number; readonly maxHeavy: number };

const KEY = 'keepreel:workers';
const SAY_MS = 4500;
const GONE_MS = 10_000;
/** By the time of Redis: the clocks of the machines may be minutes apart. */
const SAY = `
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ms - ARGV[2])
if ARGV[1] ~= '' then redis.call('ZADD', KEYS[1], ms, ARGV[1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/** Says that a worker is there, until the returned function is called. */
export function announceSlots(
  client: Redis,
  signals: Signals,
  { maxRunning, maxHeavy }: Slots,
): () => Promise<void> {
  const entry = [randomBytes(9).toString('base64url'), maxRunning, maxHeavy].join(' ');
  const say = () => client.eval(SAY, 1, KEY, entry, GONE_MS).catch(() => null);
  const change = () => signals.publish(WORKERS, true, 0);
  const saying = setInterval(() => void say(), SAY_MS).unref();
  void say().then(change);
  return async () => {
    clearInterval(saying);
    await client.zrem(KEY, entry).catch(() => null);
    change();
  };
}

/** The slots of all workers. Rejects while Redis is away. */
export async function slotsOfAll(client: Redis): Promise<Slots> {
  const entries = (await client.eval(SAY, 1, KEY, '', GONE_MS)) as readonly string[];
  const slots = entries.map((entry) => entry.split(' ').slice(1).map(Number));
  const sum = (index: number) => slots.reduce((total, one) => total + (one[index] ?? 0), 0);
  return { maxRunning: sum(0), maxHeavy: sum(1) };
}
