// What the port `Outcomes` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatchedOutcomes, createOutcomes } from '../../src/adapters/database/outcomes.ts';
import type { Outcome, Outcomes } from '../../src/core/outcomes/ports.ts';
import { createManualClock } from '../support/run/manual-clock.ts';
import { databases, type TestDatabase } from './databases.ts';

const HOUR_MS = 3_600_000;
const NOW_HOUR = 490_000 * HOUR_MS;

function attempt(over: Partial<Outcome> = {}): Outcome {
  return {
    platform: 'youtube',
    step: 'inspect',
    code: 'ok',
    durationMs: 100,
    bytes: 0,
    hour: NOW_HOUR,
    ...over,
  };
}

/** A download that had its file made. */
const made = { step: 'download', bytes: 1 } as const;

describe.each(databases)('outcomes on %s', (_kind, make) => {
  let database: TestDatabase;
  let outcomes: Outcomes;
  const recordAll = async (list: readonly Partial<Outcome>[]) => {
    for (const over of list) await outcomes.record(attempt(over));
  };

  beforeAll(async () => {
    database = await make();
    outcomes = createOutcomes(database.db);
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('outcomes').execute();
  });

  it('is empty at first', async () => {
    expect(await outcomes.countSince(0)).toEqual([]);
    expect(await outcomes.medianMsSince(0, 'youtube')).toBeNull();
    expect(await outcomes.forgetBefore(NOW_HOUR)).toBe(0);
  });

  it('counts attempts per platform, step and code, from the given hour on', async () => {
    await recordAll([
      {},
      {},
      { code: 'private' },
      { step: 'download', bytes: 5 * 1024 ** 3 },
      { platform: 'tiktok', hour: NOW_HOUR - HOUR_MS },
      { hour: NOW_HOUR - 2 * HOUR_MS },
    ]);
    expect(await outcomes.countSince(NOW_HOUR - HOUR_MS)).toEqual([
      { platform: 'tiktok', step: 'inspect', code: 'ok', count: 1 },
      { platform: 'youtube', step: 'download', code: 'ok', count: 1 },
      { platform: 'youtube', step: 'inspect', code: 'ok', count: 2 },
      { platform: 'youtube', step: 'inspect', code: 'private', count: 1 },
    ]);
  });

  it('orders codes the same way on every database', async () => {
    // In English order, which leaves the underscore out at first, `live` and `live_not_started` part and `no_video` ends.
    const codes = ['not_found', 'no_video', 'drm', 'live_not_started', 'live', 'login_required'];
    await recordAll(codes.map((code) => ({ code }) as Partial<Outcome>));
    expect((await outcomes.countSince(0)).map(({ code }) => code)).toEqual(codes.toSorted());
  });

  it.each([
    { name: 'one attempt', durations: [70], median: 70 },
    { name: 'an odd number', durations: [900, 10, 20], median: 20 },
    { name: 'an even number: the lower of the middle two', durations: [4, 1, 3, 2], median: 2 },
    { name: 'equal attempts', durations: [5, 5, 5, 5], median: 5 },
    { name: 'fractions, rounded', durations: [1.4, 2.6, 9], median: 3 },
    { name: 'numbers and not their text', durations: [9, 10, 100], median: 10 },
    { name: 'more milliseconds than 32 bits hold', durations: [5_000_000_000], median: 5e9 },
  ])('gives the median of $name', async ({ durations, median }) => {
    await recordAll(durations.map((durationMs) => ({ ...made, durationMs })));
    expect(await outcomes.medianMsSince(NOW_HOUR, 'youtube')).toBe(median);
  });

  it('takes the median of downloads of that platform and time that had their file made', async () => {
    await recordAll([
      { ...made, durationMs: 50 },
      { ...made, durationMs: 1, code: 'timeout' },
      { ...made, durationMs: 2, step: 'inspect' },
      { ...made, durationMs: 3, platform: 'tiktok' },
      { ...made, durationMs: 4, hour: NOW_HOUR - HOUR_MS },
      { ...made, durationMs: 5, bytes: 0 },
      { ...made, durationMs: 6, bytes: 0 },
    ]);
    expect(await outcomes.medianMsSince(NOW_HOUR, 'youtube')).toBe(50);
    expect(await outcomes.medianMsSince(NOW_HOUR, 'facebook')).toBeNull();
  });

  it('takes the median over all platforms on request', async () => {
    await recordAll([
      { ...made, durationMs: 10 },
      { ...made, durationMs: 20, platform: 'tiktok' },
      { ...made, durationMs: 30, platform: 'threads' },
      { ...made, durationMs: 1, code: 'timeout' },
      { ...made, durationMs: 2, step: 'inspect' },
    ]);
    expect(await outcomes.medianMsSince(NOW_HOUR, 'all')).toBe(20);
  });

  it('deletes the hours before a time, and returns the number of attempts', async () => {
    await recordAll([
      { hour: NOW_HOUR - 2 * HOUR_MS },
      { hour: NOW_HOUR - 2 * HOUR_MS },
      { hour: NOW_HOUR - HOUR_MS },
      {},
    ]);
    expect(await outcomes.forgetBefore(NOW_HOUR - HOUR_MS)).toBe(2);
    expect(await outcomes.forgetBefore(NOW_HOUR - HOUR_MS)).toBe(0);
    expect(await outcomes.countSince(0)).toEqual([
      { platform: 'youtube', step: 'inspect', code: 'ok', count: 2 },
    ]);
  });

  it('keeps every one of many concurrent attempts', async () => {
    await Promise.all(Array.from({ length: 200 }, () => outcomes.record(attempt())));
    expect((await outcomes.countSince(0))[0]?.count).toBe(200);
  });

  it('refuses a time finer than an hour', async () => {
    await expect(outcomes.record(attempt({ hour: NOW_HOUR + 1 }))).rejects.toThrow(TypeError);
    expect(await outcomes.countSince(0)).toEqual([]);
  });

  it('stores the six columns and no other field of an attempt', async () => {
    const withMore = { ...attempt(), link: 'https://www.youtube.com/watch?v=abcdefghijk' };
    await outcomes.record(withMore);
    const row = await database.db.selectFrom('outcomes').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({
      platform: 'youtube',
      step: 'inspect',
      code: 'ok',
      duration_ms: 100,
      bytes: 0,
      hour: NOW_HOUR,
    });
  });

  describe('in batches', () => {
    const warn = (message: string, cause: unknown) => {
      throw new Error(message, { cause });
    };

    it('are stored a second later', async () => {
      const clock = createManualClock();
      const batched = createBatchedOutcomes(database.db, { clock, warn });
      for (const durationMs of [1, 2, 2]) await batched.record(attempt({ ...made, durationMs }));
      expect(await batched.countSince(0)).toEqual([]);
      clock.advance(1000);
      await expect.poll(() => batched.countSince(0)).toMatchObject([{ count: 3 }]);
      expect(await batched.medianMsSince(0, 'all')).toBe(2);
      await batched.close();
    });

    it('are all stored at the end', async () => {
      const batched = createBatchedOutcomes(database.db, { clock: createManualClock(), warn });
      for (let n = 0; n < 1203; n += 1) await batched.record(attempt({ ...made, durationMs: n }));
      await batched.close();
      expect(await outcomes.countSince(0)).toMatchObject([{ count: 1203 }]);
      expect(await outcomes.medianMsSince(0, 'all')).toBe(601);
    });

    it('refuse a time finer than an hour', async () => {
      const batched = createBatchedOutcomes(database.db, { clock: createManualClock(), warn });
      await expect(batched.record(attempt({ hour: NOW_HOUR + 1 }))).rejects.toThrow(TypeError);
      await batched.close();
    });
  });
});
