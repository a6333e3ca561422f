// What the doctor finds of the Redis and the object store that servers share; nothing where none is set.
import { openConfiguredS3 } from '../compose/state/files.ts';
import { type Config, ConfigError } from '../config.ts';

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

async function redisFindings({ REDIS_URL, S3_BUCKET }: Config): Promise<Finding[]> {
  if (REDIS_URL === undefined) return [];
  const { openRedis, evictsKeys } = await import('../adapters/redis/open-redis.ts');
  const name = 'Redis';
  try {
    const { client, unavailable } = await openRedis(REDIS_URL);
    const evicts = unavailable ? false : await evictsKeys(client);
    client.disconnect();
    if (unavailable)
      return [
        {
          state: 'degraded',
          name,
          message: `${unavailable.message}: this server counts requests for itself${S3_BUCKET ? ', and no job begins' : ''}`,
        },
      ];
    if (evicts)
      return [
        {
          state: 'degraded',
          name,
          message: 'it forgets keys when it is full: set its maxmemory-policy to noeviction',
        },
      ];
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
