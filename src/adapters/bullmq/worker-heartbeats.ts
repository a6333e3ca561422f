// Worker heartbeats with their capacity.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Slots } from '../../core/jobs/queue/job-queue.ts';
import { NONE_LONG } from '../../core/jobs/work-turns.ts';

const KEY = 'keepreel:workers';
const HEARTBEAT_MS = 4500;
const EXPIRY_MS = 10_000;
/** Records a heartbeat, if one is given, and returns the live ones. By the time of Redis: machines' clocks may be minutes apart. */
const RECORD_AND_LIST = `
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ms - ARGV[2])
if ARGV[1] ~= '' then redis.call('ZADD', KEYS[1], ms, ARGV[1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/** Sends a worker's heartbeats until `stop` is called; `update` sends one at once, for changed slots, and then calls `onUpdate`. */
export function startHeartbeat(client: Redis, slots: () => Slots, onUpdate: () => void) {
  const id = randomBytes(9).toString('base64url');
  let last = '';
  const beat = async () => {
    const { maxRunning, maxEncoding = maxRunning, maxHeavy, long } = slots();
    const { light, heavy, putBack, free } = long ?? NONE_LONG;
    const entry = [id, maxRunning, maxHeavy, light, heavy, putBack, free, maxEncoding].join(' ');
    const before = last;
    last = entry;
    if (before !== '' && before !== entry) await client.zrem(KEY, before).catch(() => null);
    await client.eval(RECORD_AND_LIST, 1, KEY, entry, EXPIRY_MS).catch(() => null);
  };
  let isStopped = false;
  let beats: Promise<void> = Promise.resolve();
  // One after the other: each removes the entry of the one before.
  const beatNext = () => {
    beats = beats.then(() => (isStopped ? undefined : beat()));
    return beats;
  };
  const update = () => void beatNext().then(onUpdate);
  const beating = setInterval(() => void beatNext(), HEARTBEAT_MS).unref();
  update();
  return {
    update,
    async stop() {
      clearInterval(beating);
      isStopped = true;
      await beats;
      await client.zrem(KEY, last).catch(() => null);
    },
  };
}

/** The capacity of all live workers. Rejects while Redis is unavailable. */
export async function totalSlots(client: Redis): Promise<Slots> {
  const entries = (await client.eval(RECORD_AND_LIST, 1, KEY, '', EXPIRY_MS)) as readonly string[];
  const slots = entries.map((entry) => entry.split(' ').slice(1).map(Number));
  const sum = (index: number) => slots.reduce((total, one) => total + (one[index] ?? 0), 0);
  const long = { light: sum(2), heavy: sum(3), putBack: sum(4), free: sum(5) };
  return { maxRunning: sum(0), maxEncoding: sum(6), maxHeavy: sum(1), long };
}
