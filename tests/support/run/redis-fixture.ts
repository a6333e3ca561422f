// A throw-away Redis with a client that waits as long as a busy machine needs.
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from './redis.ts';

/** The fixture. */
export type RedisFixture = {
  readonly server: RedisServer;
  readonly client: Redis;
  readonly close: () => Promise<void>;
};

/** Starts it. */
export async function startRedisFixture(): Promise<RedisFixture> {
  const server = await startRedis();
  const client = new Redis(server.url);
  return {
    server,
    client,
    async close() {
      client.disconnect();
      await server.stop();
    },
  };
}
