// How many jobs the workers can run that are there now: each says so every few seconds, and is gone when it no longer does.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Signals } from '../../core/async/signals.ts';
import type { Slots } from '../../core/jobs/job-queue.ts';
import { NONE_LONG } from '../../core/jobs/work-turns.ts';
import { WORKERS } from './job-messages.ts';

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

/** Says that a worker is there, until `withdraw` is called; `change` says that its slots are others now. */
export function announceSlots(client: Redis, signals: Signals, slots: () => Slots) {
  const id = randomBytes(9).toString('base64url');
  let said = '';
  const say = async () => {
    const { maxRunning, maxHeavy, long } = slots();
    const { light, heavy, free } = long ?? NONE_LONG;
    const entry = [id, maxRunning, maxHeavy, light, heavy, free].join(' ');
    const before = said;
    said = entry;
    if (before !== '' && before !== entry) await client.zrem(KEY, before).catch(() => null);
    await client.eval(SAY, 1, KEY, entry, GONE_MS).catch(() => null);
  };
  const tell = () => signals.publish(WORKERS, true, 0);
  const change = () => void say().then(tell);
  const saying = setInterval(() => void say(), SAY_MS).unref();
  change();
  return {
    change,
    async withdraw() {
      clearInterval(saying);
      await client.zrem(KEY, said).catch(() => null);
      tell();
    },
  };
}

/** The slots of all workers. Rejects while Redis is away. */
export async function slotsOfAll(client: Redis): Promise<Slots> {
  const entries = (await client.eval(SAY, 1, KEY, '', GONE_MS)) as readonly string[];
  const slots = entries.map((entry) => entry.split(' ').slice(1).map(Number));
  const sum = (index: number) => slots.reduce((total, one) => total + (one[index] ?? 0), 0);
  const long = { light: sum(2), heavy: sum(3), free: sum(4) };
  return { maxRunning: sum(0), maxHeavy: sum(1), long };
}
