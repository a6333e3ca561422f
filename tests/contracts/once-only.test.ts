// What the port `OnceOnly` promises, on every implementation there is.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/adapters/clock/system.ts';
import { createMemoryOnceOnly } from '../../src/adapters/memory/once-only.ts';
import { createRedisOnceOnly } from '../../src/adapters/redis/once-only.ts';
import type { OnceOnly } from '../../src/core/limits/ports.ts';
import { type RedisFixture, startRedisFixture } from '../support/run/redis-fixture.ts';

let redis: RedisFixture;
beforeAll(async () => {
  redis = await startRedisFixture();
});
afterAll(() => redis?.close());
beforeEach(() => redis.client.flushall());

const made: readonly (readonly [string, () => OnceOnly])[] = [
  ['memory', () => createMemoryOnceOnly(systemClock)],
  ['Redis', () => createRedisOnceOnly(redis.client, systemClock)],
];

describe.each(made)('marks in %s', (_name, make) => {
  const later = () => Date.now() + 600_000;

  it('are made once each', async () => {
    const used = make();
    expect(await used.use('a', later())).toBe(true);
    expect(await used.use('b', later())).toBe(true);
    expect(await used.use('a', later())).toBe(false);
  });

  it('are made once by many at the same moment', async () => {
    const used = make();
    const answers = await Promise.all(Array.from({ length: 50 }, () => used.use('a', later())));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });
});

it('marks in Redis are seen by every server, and end by themselves', async () => {
  const [one, other] = [0, 1].map(() => createRedisOnceOnly(redis.client, systemClock));
  expect(await one?.use('a', Date.now() + 600_000)).toBe(true);
  expect(await other?.use('a', Date.now() + 600_000)).toBe(false);
  const leftMs = await redis.client.pttl((await redis.client.keys('*'))[0] ?? '');
  expect(leftMs).toBeGreaterThan(500_000);
  expect(leftMs).toBeLessThanOrEqual(600_000);
});
