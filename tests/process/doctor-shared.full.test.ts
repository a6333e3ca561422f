// What `npm run doctor` says of the Redis and the object store of the settings.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedFindings } from '../../src/commands/doctor-shared.ts';
import { readConfig } from '../../src/config.ts';
import { sharedStore } from '../support/fleet/fleet.ts';
import { type RedisServer, startRedis } from '../support/run/redis.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

const DATABASE_URL = 'postgres://user@127.0.0.1:1/none';
const find = async (settings: Readonly<Record<string, string>>) =>
  (await sharedFindings(readConfig(settings))).map(
    ({ state, name, message }) => `${state} ${name}: ${message}`,
  );

it('nothing where none is set', async () => {
  expect(await find({})).toEqual([]);
});

it('what is shared through them', async () => {
  expect(await find({ REDIS_URL: redis.url })).toEqual(['ok Redis: rate limits are shared']);
  const store = await sharedStore();
  expect(await find({ REDIS_URL: redis.url, DATABASE_URL, ...store })).toEqual([
    'ok Redis: rate limits and jobs are shared',
    `ok object store: files lie in ${store['S3_BUCKET']}`,
  ]);
});

it('a Redis that forgets keys, with the remedy', async () => {
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory', '100mb');
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  expect(await find({ REDIS_URL: redis.url })).toEqual([
    'degraded Redis: it forgets keys when it is full: set its maxmemory-policy to noeviction',
  ]);
  await client.config('SET', 'maxmemory-policy', 'noeviction');
  await client.config('SET', 'maxmemory', '1mb');
  expect(await find({ REDIS_URL: redis.url })).toEqual([
    'degraded Redis: it is nearly full and refuses writes when it is: raise its maxmemory',
  ]);
  await client.config('SET', 'maxmemory', '0');
  client.disconnect();
});

it('what is not there, and never the secret', async () => {
  const store = { ...(await sharedStore()), S3_SECRET_ACCESS_KEY: 'canary-secret' };
  const [away, refused] = await find({ REDIS_URL: 'redis://127.0.0.1:1', DATABASE_URL, ...store });
  expect(away).toMatch(
    /^degraded Redis: .*this server counts requests for itself, and no job begins/,
  );
  expect(refused).toMatch(/^missing object store: S3_BUCKET: .*S3_SECRET_ACCESS_KEY/);
  expect(refused).not.toContain('canary');
});
