// What the port `Limiter` promises, on every limiter there is.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.ts';
import { createRedisLimiter } from '../../src/adapters/limiter/redis.ts';
import type { Clock } from '../../src/core/async/clock.ts';
import type { BucketName, Limiter } from '../../src/core/limits/ports.ts';
import { createManualClock, type ManualClock } from '../support/run/manual-clock.ts';
import { type RedisFixture, startRedisFixture } from '../support/run/redis-fixture.ts';

let redis: RedisFixture;
beforeAll(async () => {
  redis = await startRedisFixture();
});
afterAll(() => redis?.close());

const limiters: readonly (readonly [string, (clock: Clock) => Limiter])[] = [
  ['memory', (clock) => createMemoryLimiter({ clock })],
  [
    'Redis',
    ({ monotonic }) => createRedisLimiter({ client: redis.client, hide: (key) => key, monotonic }),
  ],
];

const buckets: readonly { name: BucketName; burst: number; refillMs: number }[] = [
  { name: 'detect', burst: 30, refillMs: 1000 },
  { name: 'inspect', burst: 20, refillMs: 3000 },
  { name: 'thumbnail', burst: 60, refillMs: 200 },
  { name: 'notFound', burst: 30, refillMs: 2000 },
];

describe.each(limiters)('the limiter in %s', (_name, make) => {
  let clock: ManualClock;
  let limiter: Limiter;
  /** Asks until refused; how often it was allowed. */
  const drain = async (name: BucketName, keyOf: (n: number) => string) => {
    let allowed = 0;
    while (allowed < 1000 && (await limiter.take(name, keyOf(allowed))).allowed) allowed += 1;
    return allowed;
  };
  const visitor = () => '1.2.3.4/32';

  beforeEach(async () => {
    await redis.client.flushall();
    clock = createManualClock(1_800_000_000_000);
    limiter = make(clock);
  });

  it.each(buckets)(
    'lets a burst of $burst through $name and then one per $refillMs ms',
    async ({ name, burst, refillMs }) => {
      expect(await drain(name, visitor)).toBe(burst);
      clock.advance(refillMs - 1);
      expect((await limiter.take(name, visitor())).allowed).toBe(false);
      clock.advance(1);
      expect(await drain(name, visitor)).toBe(1);
      clock.advance(5 * refillMs);
      expect(await drain(name, visitor)).toBe(5);
      clock.advance(1000 * burst * refillMs);
      expect(await drain(name, visitor)).toBe(burst);
    },
  );

  it.each(buckets)(
    'never gives more than the burst and the refill in any time, on $name',
    async ({ name, burst, refillMs }) => {
      let allowed = 0;
      for (let step = 0; step < 50; step += 1) {
        allowed += await drain(name, visitor);
        clock.advance(refillMs / 2);
      }
      expect(allowed).toBe(burst + 24);
    },
  );

  it.each(buckets)('returns the exact wait for $name', async ({ name, refillMs }) => {
    await drain(name, visitor);
    const { retryAfterSeconds } = await limiter.take(name, visitor());
    expect(retryAfterSeconds).toBe(Math.ceil(refillMs / 1000));
    clock.advance(retryAfterSeconds * 1000);
    expect(await limiter.take(name, visitor())).toEqual({ allowed: true, retryAfterSeconds: 0 });
  });

  it('does not lengthen the wait of a client that keeps asking', async () => {
    await drain('inspect', visitor);
    for (let n = 0; n < 100; n += 1) await limiter.take('inspect', visitor());
    clock.advance(3000);
    expect((await limiter.take('inspect', visitor())).allowed).toBe(true);
  });

  it('counts each key and each kind of request separately', async () => {
    await drain('detect', visitor);
    expect(await drain('detect', () => '1.2.3.5/32')).toBe(30);
    expect(await drain('inspect', visitor)).toBe(20);
  });

  it('takes as many tokens as a request costs, or none', async () => {
    expect((await limiter.take('inspect', visitor(), 15)).allowed).toBe(true);
    const refused = await limiter.take('inspect', visitor(), 10);
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: 15 });
    expect((await limiter.take('inspect', visitor(), 5)).allowed).toBe(true);
  });

  it.each([0, -1, 21, Number.NaN])('rejects a cost of %d', async (cost) => {
    await expect(limiter.take('inspect', visitor(), cost)).rejects.toThrow(TypeError);
  });

  it('is unaffected by jumps of the wall clock', async () => {
    await drain('inspect', visitor);
    clock.setWall(clock.now() + 24 * 3_600_000);
    expect((await limiter.take('inspect', visitor())).allowed).toBe(false);
    clock.setWall(0);
    clock.advance(3000);
    expect((await limiter.take('inspect', visitor())).allowed).toBe(true);
  });

  const hex = (n: number) => n.toString(16);
  it('lets a /56 have twice as much as a /64, however many /64 it uses', async () => {
    expect(await drain('detect', (n) => `2001:db8:1:${hex(0xab00 + (n % 256))}::/64`)).toBe(60);
    expect((await limiter.take('detect', '2001:db8:1:ac00::/64')).allowed).toBe(true);
    clock.advance(1000);
    expect(await drain('detect', (n) => `2001:db8:1:${hex(0xab00 + (n % 256))}::/64`)).toBe(2);
  });

  it('lets a /48 have four times as much as a /64, however many /56 it uses', async () => {
    expect(await drain('detect', (n) => `2001:db8:1:${hex((n * 251) % 65_536)}::/64`)).toBe(120);
    expect((await limiter.take('detect', '2001:db8:2:1::/64')).allowed).toBe(true);
  });

  it('charges a refused key nothing in the networks around it', async () => {
    const key = () => '2001:db8:1:ab01::/64';
    await drain('detect', key);
    for (let n = 0; n < 200; n += 1) await limiter.take('detect', key());
    expect(await drain('detect', (n) => `2001:db8:1:${hex(0xab02 + (n % 200))}::/64`)).toBe(30);
  });
});

it('the limiter in Redis keeps no address there, and nothing for longer than it counts', async () => {
  await redis.client.flushall();
  const hide = (key: string) => Buffer.from(key).toString('hex');
  const limiter = createRedisLimiter({ client: redis.client, hide });
  await limiter.take('detect', '2001:db8:1:2::/64');
  await limiter.take('detect', '1.2.3.4/32', 30);
  const keys = await redis.client.keys('*');
  expect([keys.length, keys.filter((key) => /1\.2\.3\.4|2001/.test(key))]).toEqual([4, []]);
  const leftMs = await Promise.all(keys.map((key) => redis.client.pttl(key)));
  expect(Math.min(...leftMs)).toBeGreaterThan(-1);
  expect(Math.max(...leftMs)).toBeLessThanOrEqual(30_001);
});
