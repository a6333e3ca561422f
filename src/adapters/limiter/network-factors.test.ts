import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { BucketName } from '../../core/limits/ports.ts';
import { createMemoryLimiter } from './memory.ts';

/** How many of a thousand /64 networks of one /48 get through at once. */
async function allowedOf48(bucket: BucketName): Promise<number> {
  const limiter = createMemoryLimiter({ clock: createManualClock() });
  let allowed = 0;
  for (let n = 0; n < 1000; n += 1) {
    const key = `2001:db8:1:${(n * 64).toString(16)}::/64`;
    if ((await limiter.take(bucket, key)).allowed) allowed += 1;
  }
  expect((await limiter.take(bucket, '192.0.2.1/32')).allowed).toBe(true);
  return allowed;
}

it.each([
  ['takedown', 10],
  ['newRating', 6],
  ['site', 240],
] as const)('a whole /48 gets %s %i times at once, and others get theirs', async (bucket, most) => {
  expect(await allowedOf48(bucket)).toBe(most);
});
