import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDuties } from './duties.ts';

const EVERY_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeDuties() {
  const warnings: unknown[][] = [];
  const duties = createDuties({ warn: (...warning) => void warnings.push(warning) });
  return { duties, warnings };
}

it('runs after each interval until it is ended', async () => {
  const { duties } = makeDuties();
  const run = vi.fn();
  const end = duties.every('sweep', EVERY_MS, run);
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS + 1);
  expect(run).toHaveBeenCalledTimes(3);
  await end();
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
  expect(run).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('runs at once where that is asked for', async () => {
  const { duties } = makeDuties();
  const run = vi.fn();
  const end = duties.every('sweep', EVERY_MS, run, { runsAtOnce: true });
  expect(run).toHaveBeenCalledTimes(1);
  await end();
});

it('never runs twice at the same time, and its end waits for the run in progress', async () => {
  const { duties } = makeDuties();
  const gate = Promise.withResolvers<void>();
  const run = vi.fn(() => gate.promise);
  const end = duties.every('sweep', EVERY_MS, run);
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(run).toHaveBeenCalledTimes(1);
  let hasEnded = false;
  const ended = end().then(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(hasEnded).toBe(false);
  gate.resolve();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

it('logs a run that throws, and goes on', async () => {
  const { duties, warnings } = makeDuties();
  const cause = new Error('away');
  const fail = () => {
    throw cause;
  };
  const ends = [
    duties.every('sweep', EVERY_MS, fail),
    duties.every('clean', EVERY_MS, async () => fail(), { failure: 'not cleaned' }),
  ];
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
  const [sweep, clean] = [
    ['the duty "sweep" failed', cause],
    ['not cleaned', cause],
  ];
  expect(warnings).toEqual([sweep, clean, sweep, clean]);
  await Promise.all(ends.map((end) => end()));
});

it('does not log a run that fails after the end', async () => {
  const { duties, warnings } = makeDuties();
  const gate = Promise.withResolvers<void>();
  const end = duties.every('sweep', EVERY_MS, () => gate.promise, { runsAtOnce: true });
  const ended = end();
  gate.reject(new Error('closed'));
  await ended;
  expect(warnings).toEqual([]);
});

it('lets a run decide when the next one comes; one that fails comes again after the first delay', async () => {
  const { duties, warnings } = makeDuties();
  const delays = [100, 300];
  const times: number[] = [];
  const startedAt = Date.now();
  const end = duties.paced('look', 20, async () => {
    times.push(Date.now() - startedAt);
    const delayMs = delays.shift();
    if (delayMs === undefined) throw new Error('no more');
    return delayMs;
  });
  await vi.advanceTimersByTimeAsync(450);
  expect(times).toEqual([20, 120, 420, 440]);
  expect(warnings).toHaveLength(2);
  await end();
});

it('does not keep the process alive', async () => {
  vi.useRealTimers();
  const timersThatKeepItAlive = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timersThatKeepItAlive();
  const { duties } = makeDuties();
  const end = duties.every('sweep', EVERY_MS, () => undefined);
  expect(timersThatKeepItAlive()).toBe(before);
  await end();
});
