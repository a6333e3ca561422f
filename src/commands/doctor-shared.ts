// What the doctor finds of the Redis and the object store that servers share; nothing where none is set.
import { openConfiguredS3 } from '../compose/state/files.ts';
import { type Config, ConfigError } from '../config.ts';
import { type MemoryTrouble, memoryTrouble } from '../core/status/shared-memory.ts';

/** One finding: available, degraded or missing. */
export type Finding = {
  readonly state: 'ok' | 'degraded' | 'missing';
  readonly name: string;
  readonly message: string;
};

/** Tries both. */
export async function sharedFindings(config: Config): Promise<Finding[]> {
  return [...(await redisFindings(config)), ...(await storeFindings(config))];
}

const TROUBLES: Record<MemoryTrouble, string> = {
  evicts: 'it forgets keys when it is full: set its maxmemory-policy to noeviction',
  nearly_full: 'it is nearly full and refuses writes when it is: raise its maxmemory',
};

async function redisFindings({ REDIS_URL, S3_BUCKET }: Config): Promise<Finding[]> {
  if (REDIS_URL === undefined) return [];
  const { openRedis } = await import('../adapters/redis/open-redis.ts');
  const { readMemory } = await import('../adapters/redis/read-memory.ts');
  const name = 'Redis';
  try {
    const { client, unavailable } = await openRedis(REDIS_URL);
    const trouble = unavailable ? null : memoryTrouble(await readMemory(client));
    client.disconnect();
    if (unavailable)
      return [
        {
          state: 'degraded',
          name,
          message: `${unavailable.message}: this server counts requests for itself${S3_BUCKET ? ', and no job begins' : ''}`,
        },
      ];
    if (trouble) return [{ state: 'degraded', name, message: TROUBLES[trouble] }];
    const shared = S3_BUCKET ? 'rate limits and jobs are shared' : 'rate limits are shared';
    return [{ state: 'ok', name, message: shared }];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ state: 'missing', name, message: `${message}: the server does not start` }];
  }
}

async function storeFindings(config: Config): Promise<Finding[]> {
  const name = 'object store';
  try {
    const opened = await openConfiguredS3(config);
    opened?.s3.close();
    const message = `files lie in ${config.S3_BUCKET}`;
    return opened ? [{ state: 'ok', name, message }] : [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ state: 'missing', name, message: `${error.message} The server does not start.` }];
  }
}
