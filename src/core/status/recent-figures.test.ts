import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryRecentFailures } from '../../adapters/memory/recent-failures.ts';
import { createMemoryRefusalCounts } from '../../adapters/memory/refusal-counts.ts';
import type { Limiter } from '../limits/ports.ts';
import { countRefusals } from '../limits/refusal-count.ts';
import type { Outcome, Outcomes } from '../outcomes/ports.ts';
import { withRecentFailures } from '../outcomes/recent-failures.ts';

const none = () => Promise.reject(new TypeError('not part of this test'));

it('the last hundred failures are kept with time, platform, step and code only', async () => {
  const clock = createManualClock(125_000);
  const stored: Outcome[] = [];
  const outcomes: Outcomes = {
    countSince: none,
    medianMsSince: none,
    forgetBefore: none,
    record: async (outcome) => void stored.push(outcome),
  };
  const failures = createMemoryRecentFailures();
  const { record } = withRecentFailures(outcomes, failures, clock);
  const attempt = {
    platform: 'tiktok',
    step: 'inspect',
    durationMs: 7,
    bytes: 1,
    hour: 0,
  } as const;
  for (let n = 0; n < 150; n += 1) {
    await record({ ...attempt, code: n % 2 === 0 ? 'ok' : 'timeout' });
    clock.advance(1);
  }
  expect(stored).toHaveLength(150);
  expect(failures.list()).toHaveLength(75);
  expect(failures.list()[0]).toEqual({
    at: 120_000,
    platform: 'tiktok',
    step: 'inspect',
    code: 'timeout',
  });
  for (let n = 0; n < 150; n += 1) await record({ ...attempt, code: 'private' });
  expect(failures.list().map(({ code }) => code)).toEqual(Array(100).fill('private'));
});

it('refusals of the last hour are counted for each limit', async () => {
  const clock = createManualClock();
  const limiter: Limiter = {
    take: async (_, key) => ({ allowed: key === 'good', retryAfterSeconds: 1 }),
  };
  const counts = createMemoryRefusalCounts(clock);
  const counted = countRefusals(limiter, counts);
  for (const key of ['good', 'bad', 'bad'])
    expect((await counted.take('detect', key)).allowed).toBe(key === 'good');
  clock.advance(59 * 60_000);
  await counted.take('detect', 'bad');
  expect([counts.lastHour('detect'), counts.lastHour('inspect')]).toEqual([3, 0]);
  clock.advance(60_000);
  expect(counts.lastHour('detect')).toBe(1);
});
