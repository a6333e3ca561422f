// The connection to Redis or Valkey; loaded by `composeLimits` on demand.
import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 5000;
/** A connection that was cut without a word is given up, and made anew. */
const SILENCE_MS = 2000;
const MAX_RETRY_DELAY_MS = 2000;
const OLDEST = [6, 2] as const;
/** Answers of a server that will not change its mind; others, such as LOADING, pass. */
const REFUSAL = /^(NOAUTH|WRONGPASS|NOPERM)\b/;

/** The open client, and why Redis cannot be reached yet: it is tried again by itself. */
export type OpenRedis = { readonly client: Redis; readonly away: Error | null };

/**
 * Connects. Commands fail at once while Redis is away; none waits for it to come back. Throws an Error with a remedy for a server
 * that can never be used: a wrong password, or a version before 6.2.
 */
export async function openRedis(url: string): Promise<OpenRedis> {
  const client = new Redis(url, {
    connectionName: 'keepreel',
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 10), MAX_RETRY_DELAY_MS),
  });
  let last: Error | null = null;
  // Only here does the library say why; without a listener it would print every attempt.
  client.on('error', (error) => {
    last = error;
  });
  try {
    await client.connect();
    const version = versionOf(await client.info('server'));
    if (!isNewEnough(version))
      throw new RefusedRedis(`it is version ${version}, and 6.2 or newer is needed`);
    return { client, away: null };
  } catch (error) {
    const cause = last ?? (error instanceof Error ? error : new Error(String(error)));
    if (!(cause instanceof RefusedRedis || REFUSAL.test(cause.message)))
      return { client, away: cause };
    client.disconnect();
    throw cause;
  }
}

/** Another connection to the same Redis, whose commands wait for it to come back: for subscriptions and for BullMQ. */
export function openWaitingRedis(client: Redis): Redis {
  const waiting = client.duplicate({
    lazyConnect: false,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    // A command that blocks is silent for longer.
    socketTimeout: undefined,
  });
  // The first connection says why.
  waiting.on('error', () => undefined);
  return waiting;
}

/** Whether Redis drops keys when its memory is full; false where it does not say. */
export async function forgetsKeys(client: Redis): Promise<boolean> {
  const settings = await client.config('GET', 'maxmemory*').catch(() => []);
  const text = JSON.stringify(settings);
  const limit = /"maxmemory","(\d+)"/.exec(text)?.[1] ?? '0';
  return limit !== '0' && !/"maxmemory-policy","noeviction"/.test(text);
}

class RefusedRedis extends Error {}

/** Valkey says there which Redis it stands for. */
function versionOf(info: string): string {
  return /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
