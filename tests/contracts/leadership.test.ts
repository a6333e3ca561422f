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
/** For a process that is lost: its lease expires soon. */
const SHORT: LeadershipTimes = { leaseMs: 1000, renewMs: 300 };

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

/** A process that is a candidate; `crash` ends it without a release. */
function openCandidate(times: LeadershipTimes) {
  const sealing = createSeal(new Uint8Array(32).fill(7));
  const { client, signals, close } = openSignals(redis.server.url, sealing);
  const duties = createDuties({ warn: (message) => expect.unreachable(message) });
  const leadership = createRedisLeadership({ client, duties, signals, work: WORK, times });
  const evals = vi.spyOn(client, 'eval');
  let isLeading = false;
  leadership.begin(() => {
    isLeading = true;
    return () => {
      isLeading = false;
    };
  });
  closing.push(close, () => leadership.end());
  return { isLeading: () => isLeading, evals, end: leadership.end, crash: close };
}

const soon = (read: () => unknown) => expect.poll(read, { timeout: 10_000, interval: 5 });

it('one of several leads, and the others try no sooner than its lease may expire', async () => {
  const first = openCandidate(SHORT);
  await soon(first.isLeading).toBe(true);
  const others = [openCandidate(SHORT), openCandidate(SHORT)];
  // The time of seven renewals.
  await expect.poll(() => first.evals.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(8);
  expect(first.isLeading()).toBe(true);
  for (const other of others) {
    expect(other.isLeading()).toBe(false);
    expect(other.evals.mock.calls.length).toBeLessThan(first.evals.mock.calls.length - 2);
  }
});

it('one that ends is followed at once, however long its lease would have lasted', async () => {
  const first = openCandidate(SELDOM);
  await soon(first.isLeading).toBe(true);
  const second = openCandidate(SELDOM);
  await soon(() => second.evals.mock.settledResults.length).toBe(1);
  await first.end();
  expect(first.isLeading()).toBe(false);
  await soon(second.isLeading).toBe(true);
});

it('one that is lost is followed when its lease has expired', async () => {
  const first = openCandidate(SHORT);
  await soon(first.isLeading).toBe(true);
  const second = openCandidate(SHORT);
  await soon(() => second.evals.mock.settledResults.length).toBe(1);
  first.crash();
  await soon(second.isLeading).toBe(true);
});

it('one that no longer reaches Redis leads no longer than its lease', async () => {
  const first = openCandidate(SHORT);
  await soon(first.isLeading).toBe(true);
  first.evals.mockRejectedValue(new Error('unavailable'));
  await soon(first.isLeading).toBe(false);
  first.evals.mockRestore();
  await soon(first.isLeading).toBe(true);
});
