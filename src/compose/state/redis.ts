// The Redis that servers share, where one is set; and the signals that go through it.
import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import { createSeal } from '../../adapters/secrets/seal.ts';
import { deriveKey } from '../../adapters/secrets/secret.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import type { SharedValues } from '../../core/async/shared-values.ts';
import { isInner, type Signals } from '../../core/async/signals.ts';
import { memoryTrouble, type SharedMemory } from '../../core/status/shared-memory.ts';
import type { Keys } from './configured-data.ts';

/** The shared connection. Commands fail at once while Redis is unavailable. */
export type SharedRedis = {
  readonly client: Redis;
  /** Whether Redis can be reached. */
  readonly isConnected: () => boolean;
  /** What it says of its memory. Throws while it cannot be reached. */
  readonly memory: () => Promise<SharedMemory>;
  /** Another connection, whose commands are queued while Redis is unavailable. The caller ends it. */
  readonly openWaiting: () => Redis;
  readonly close: () => void;
};

/** Connects; null where none is set. Throws ConfigError for a Redis that can never be used. */
export async function openConfiguredRedis(
  { REDIS_URL }: Config,
  warn: (message: string, cause: unknown) => void,
): Promise<SharedRedis | null> {
  if (REDIS_URL === undefined) return null;
  const { openRedis, openWaitingRedis } = await import('../../adapters/redis/open-redis.ts');
  const { readMemory } = await import('../../adapters/redis/read-memory.ts');
  const { client, unavailable } = await openRedis(REDIS_URL).catch((error: Error) => {
    throw new ConfigError(`REDIS_URL: Redis cannot be used: ${error.message}.`);
  });
  if (unavailable)
    warn('Redis cannot be reached yet: this server counts requests for itself', unavailable);
  const memory = () => readMemory(client);
  if (!unavailable) await warnOfMemory(memory, warn);
  return {
    client,
    isConnected: () => client.status === 'ready',
    memory,
    openWaiting: () => openWaitingRedis(client),
    close: () => client.disconnect(),
  };
}

async function warnOfMemory(
  memory: SharedRedis['memory'],
  warn: (message: string, cause: unknown) => void,
): Promise<void> {
  const seen = await memory().catch(() => null);
  const trouble = seen && memoryTrouble(seen);
  if (trouble === 'evicts')
    warn('Redis forgets keys when it is full: set its maxmemory-policy to noeviction', undefined);
  if (trouble === 'nearly_full') warn('Redis is nearly full: raise its maxmemory', undefined);
}

/** Signals of this process, or of all that share the Redis. */
export async function composeSignals(needs: {
  readonly redis: SharedRedis | null;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<{ readonly signals: Signals; readonly close: () => void }> {
  const { redis, clock, keys, warn } = needs;
  const own = createMemorySignals(clock);
  if (!redis) return { signals: own, close: () => undefined };
  const { createRedisSignals } = await import('../../adapters/redis/signals.ts');
  const signals = createRedisSignals({
    client: redis.client,
    subscriber: redis.openWaiting(),
    clock,
    own,
    ...sealedByTopic(keys),
    warn,
  });
  return { signals, close: signals.close };
}

/** What concerns visitors is encrypted under the secret, everything else under the key that workers have as well. */
function sealedByTopic({ secret, queue }: Keys) {
  const of = (key: Uint8Array) => ({
    sealing: createSeal(key),
    hide: hidingNames(key, 'signals'),
  });
  const shared = of(queue);
  const inner = secret ? of(secret) : shared;
  const by = (topic: string) => (isInner(topic) ? inner : shared);
  return {
    sealing: {
      seal: (text: string, topic: string) => by(topic).sealing.seal(text, topic),
      open: (sealed: string, topic: string) => by(topic).sealing.open(sealed, topic),
    },
    hide: (topic: string) => by(topic).hide(topic),
  };
}

/** Values that the servers with one Redis keep for each other; undefined without one. */
export async function composeSharedValues(needs: {
  readonly redis: SharedRedis | null;
  readonly keys: Keys;
}): Promise<SharedValues | undefined> {
  if (!needs.redis) return undefined;
  const { createRedisSharedValues } = await import('../../adapters/redis/shared-values.ts');
  return createRedisSharedValues({
    client: needs.redis.client,
    sealing: createSeal(needs.keys.queue),
    hide: hidingNames(needs.keys.queue, 'shared values'),
  });
}

/** Whether this server leads one kind of work among all; without Redis it always does. */
export type Leading = { readonly isLeading: () => boolean; readonly end: () => Promise<void> };

/** Joins the election of a leader, unless this server is no candidate. */
export async function composeLeading(needs: {
  readonly redis: SharedRedis | null;
  readonly duties: Duties;
  readonly signals: Signals;
  readonly work: string;
  readonly isCandidate: boolean;
}): Promise<Leading> {
  const { redis, duties, signals, work, isCandidate } = needs;
  if (!isCandidate) return { isLeading: () => false, end: async () => undefined };
  if (!redis) return { isLeading: () => true, end: async () => undefined };
  const { createRedisLeadership, SELDOM } = await import('../../adapters/redis/leadership.ts');
  const { client } = redis;
  const leadership = createRedisLeadership({ client, duties, signals, work, times: SELDOM });
  let isLeading = false;
  leadership.begin(() => {
    isLeading = true;
    return () => {
      isLeading = false;
    };
  });
  return { isLeading: () => isLeading, end: leadership.end };
}

/** Makes opaque names for keys in Redis: an HMAC of the text. */
export function hidingNames(root: Uint8Array, purpose: string): (text: string) => string {
  const key = deriveKey(root, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}
