// The connection to Redis or Valkey; loaded by `composeLimits` on demand.
import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 5000;
/** A connection that was cut without a close is dropped after this long, and opened again. */
const SOCKET_TIMEOUT_MS = 2000;
const MAX_RETRY_DELAY_MS = 2000;
const OLDEST = [6, 2] as const;
/** Permanent errors; others, such as LOADING, are transient. */
const REFUSAL = /^(NOAUTH|WRONGPASS|NOPERM)\b/;

/** The open client, and why Redis is unavailable, if it is: the client reconnects by itself. */
export type OpenRedis = { readonly client: Redis; readonly unavailable: Error | null };

/**
 * Connects. Commands fail at once while Redis is unavailable; none is queued. Throws an Error with a remedy for a server
 * that can never be used: a wrong password, or a version before 6.2.
 */
export async function openRedis(url: string): Promise<OpenRedis> {
  const client = new Redis(url, {
    connectionName: 'keepreel',
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 10), MAX_RETRY_DELAY_MS),
  });
  let last: Error | null = null;
  // Only this event has the cause; without a listener the library would print every attempt.
  client.on('error', (error) => {
    last = error;
  });
  try {
    await client.connect();
    const version = versionOf(await client.info('server'));
    if (!isNewEnough(version))
      throw new RefusedRedis(`it is version ${version}, and 6.2 or newer is needed`);
    return { client, unavailable: null };
  } catch (error) {
    const cause = last ?? (error instanceof Error ? error : new Error(String(error)));
    if (!(cause instanceof RefusedRedis || REFUSAL.test(cause.message)))
      return { client, unavailable: cause };
    client.disconnect();
    throw cause;
  }
}

/** Another connection to the same Redis, whose commands are queued while it is unavailable: for subscriptions and for BullMQ. */
export function openWaitingRedis(client: Redis): Redis {
  const waiting = client.duplicate({
    lazyConnect: false,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    // Blocking commands take longer.
    socketTimeout: undefined,
  });
  // The first connection reports the cause.
  waiting.on('error', () => undefined);
  return waiting;
}

class RefusedRedis extends Error {}

/** Valkey reports there the version of Redis that it is compatible with. */
function versionOf(info: string): string {
  return /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
