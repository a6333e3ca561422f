import { setImmediate } from 'node:timers';
import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('runs one task after the other, and lets others run before each', async () => {
  const inTurn = oneAtATime();
  const log: string[] = [];
  const task = (name: string) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      setImmediate(() => log.push(`between, after ${name}`));
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'b') throw new TypeError('b failed');
      return name;
    });
  const results = await Promise.allSettled([task('a'), task('b'), task('c')]);
  expect(log.slice(0, 8)).toEqual([
    'a begins',
    'a ends',
    'between, after a',
    'b begins',
    'b ends',
    'between, after b',
    'c begins',
    'c ends',
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
