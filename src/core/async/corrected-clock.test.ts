import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createCorrectedClock } from './corrected-clock.ts';

const NOW = 1_800_000_000_000;

function make() {
  const own = createManualClock(NOW);
  const warnings: string[] = [];
  const { clock, follow } = createCorrectedClock(own, (message) => void warnings.push(message));
  return { own, clock, follow, warnings };
}

it.each([
  [300_000, 'behind'],
  [-300_000, 'ahead of'],
])('goes by the other clock, which is %d ms later', async (laterMs, how) => {
  const { own, clock, follow, warnings } = make();
  expect(await follow(async () => NOW + laterMs)).toBe(NOW + laterMs);
  own.advance(5000);
  expect(clock.now()).toBe(NOW + laterMs + 5000);
  expect(clock.monotonic()).toBe(own.monotonic());
  await follow(async () => NOW + laterMs + 5000);
  expect(warnings).toEqual([
    `the clock of this machine is 300 seconds ${how} the database's, which is used from now on`,
  ]);
});

it('comes back when the machine is put right', async () => {
  const { clock, follow } = make();
  await follow(async () => NOW + 300_000);
  await follow(async () => NOW);
  expect(clock.now()).toBe(NOW);
});

it.each([
  ['a small difference', async () => NOW + 900],
  ['nothing', async () => null],
])('is left alone by %s', async (_name, read) => {
  const { clock, follow, warnings } = make();
  await follow(read);
  expect([clock.now(), warnings]).toEqual([NOW, []]);
});

it('is left alone by an answer that took long', async () => {
  const { own, clock, follow } = make();
  await follow(async () => {
    own.advance(1500);
    return NOW;
  });
  expect(clock.now()).toBe(NOW + 1500);
});

it('passes a failure on', async () => {
  const { follow } = make();
  await expect(follow(() => Promise.reject(new Error('unavailable')))).rejects.toThrow(
    'unavailable',
  );
});
