// What the port `Leadership` promises between processes with one Redis.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createDuties } from '../../src/adapters/clock/duties.ts';
import {
  createRedisLeadership,
  type LeadershipTimes,
  SELDOM,
} from '../../src/adapters/redis/leadership.ts';
import { createSeal } from '../../src/adapters/secrets/seal.ts';
import { openSignals } from '../support/fleet/open-signals.ts';
import { type RedisFixture, startRedisFixture } from '../support/run/redis-fixture.ts';

const WORK = 'work';
/** For a process that is lost: its key ends soon. */
const SHORT: LeadershipTimes = { heldMs: 1000, renewMs: 300 };

let redis: RedisFixture;
beforeAll(async () => {
  redis = await startRedisFixture();
});
afterAll(() => redis?.close());

const closing: (() => unknown)[] = [];
beforeEach(() => redis.client.flushall());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A process that stands for leading; `crash` ends it without a word. */
function stand(times: LeadershipTimes) {
  const sealing = createSeal(new Uint8Array(32).fill(7));
  const { client, signals, close } = openSignals(redis.server.url, sealing);
  const duties = createDuties({ warn: (message) => expect.unreachable(message) });
  const leadership = createRedisLeadership({ client, duties, signals, work: WORK, times });
  const asked = vi.spyOn(client, 'eval');
  let isLeading = false;
  leadership.begin(() => {
    isLeading = true;
    return () => {
      isLeading = false;
    };
  });
  closing.push(close, () => leadership.end());
  return { isLeading: () => isLeading, asked, end: leadership.end, crash: close };
}

const soon = (read: () => unknown) => expect.poll(read, { timeout: 10_000, interval: 5 });

it('one of several leads, and the others ask no sooner than its key may end', async () => {
  const first = stand(SHORT);
  await soon(first.isLeading).toBe(true);
  const others = [stand(SHORT), stand(SHORT)];
  // The time of seven renewals.
  await expect.poll(() => first.asked.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(8);
  expect(first.isLeading()).toBe(true);
  for (const other of others) {
    expect(other.isLeading()).toBe(false);
    expect(other.asked.mock.calls.length).toBeLessThan(first.asked.mock.calls.length - 2);
  }
});

it('one that ends is followed at once, however long its key would have been left', async () => {
  const first = stand(SELDOM);
  await soon(first.isLeading).toBe(true);
  const second = stand(SELDOM);
  await soon(() => second.asked.mock.settledResults.length).toBe(1);
  await first.end();
  expect(first.isLeading()).toBe(false);
  await soon(second.isLeading).toBe(true);
});

it('one that is lost is followed when its key has ended', async () => {
  const first = stand(SHORT);
  await soon(first.isLeading).toBe(true);
  const second = stand(SHORT);
  await soon(() => second.asked.mock.settledResults.length).toBe(1);
  first.crash();
  await soon(second.isLeading).toBe(true);
});

it('one that no longer reaches Redis leads no longer than its key is left', async () => {
  const first = stand(SHORT);
  await soon(first.isLeading).toBe(true);
  first.asked.mockRejectedValue(new Error('away'));
  await soon(first.isLeading).toBe(false);
  first.asked.mockRestore();
  await soon(first.isLeading).toBe(true);
});
