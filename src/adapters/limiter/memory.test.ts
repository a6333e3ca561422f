import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryLimiter } from './memory.ts';

const MAX_KEYS = 1000;
const hex = (n: number) => n.toString(16);

it('forgets the longest untouched key when there are too many, and no other', async () => {
  const limiter = createMemoryLimiter({ clock: createManualClock(), maxKeys: MAX_KEYS });
  const spend = (key: string) => limiter.take('detect', key, 30);
  const isSpent = async (key: string) => !(await limiter.take('detect', key, 30)).allowed;
  for (let n = 0; n < MAX_KEYS; n += 1) await spend(`10.0.${n >> 8}.${n & 255}/32`);
  expect(await isSpent('10.0.0.0/32')).toBe(true);
  await spend('192.0.2.1/32');
  expect(await isSpent('10.0.0.1/32')).toBe(true);
  expect(await isSpent('10.0.0.0/32')).toBe(false);
});

it('still holds a network back when its many keys push one another out', async () => {
  const limiter = createMemoryLimiter({ clock: createManualClock(), maxKeys: 50 });
  let allowed = 0;
  for (let n = 0; n < 5000; n += 1) {
    if ((await limiter.take('detect', `2001:db8:1:${hex(n)}::/64`)).allowed) allowed += 1;
  }
  expect(allowed).toBe(120);
});

it('forgets buckets that are full again', async () => {
  const clock = createManualClock();
  const limiter = createMemoryLimiter({ clock });
  for (let n = 0; n < MAX_KEYS; n += 1) {
    await limiter.take('detect', `10.0.${n >> 8}.${n & 255}/32`);
    await limiter.take('notFound', `10.0.${n >> 8}.${n & 255}/32`, 30);
  }
  expect(limiter.keyCount()).toBe(2 * MAX_KEYS);
  clock.advance(1000);
  for (let n = 0; n < 50; n += 1) await limiter.take('detect', '192.0.2.1/32');
  for (let n = 0; n < 50; n += 1) await limiter.take('notFound', '192.0.2.1/32');
  expect(limiter.keyCount()).toBe(MAX_KEYS + 2);
});

it('counts three keys for an IPv6 visitor, and no more than the most', async () => {
  const limiter = createMemoryLimiter({ clock: createManualClock(), maxKeys: 50 });
  await limiter.take('detect', '2001:db8:1:2::/64');
  expect(limiter.keyCount()).toBe(3);
  for (let n = 0; n < 200; n += 1) await limiter.take('detect', `2001:db8:${hex(n)}:2::/64`);
  expect(limiter.keyCount()).toBe(50);
});
