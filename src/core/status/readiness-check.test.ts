import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createCachedCheck } from './readiness-check.ts';

describe('a readiness check', () => {
  let clock: ManualClock;
  let made: PromiseWithResolvers<void>[];
  let warned: unknown[];
  let isReady: () => Promise<boolean>;

  beforeEach(() => {
    clock = createManualClock();
    made = [];
    warned = [];
    isReady = createCachedCheck({
      name: 'database',
      clock,
      warn: (...said) => warned.push(said),
      check() {
        const one = Promise.withResolvers<void>();
        made.push(one);
        return one.promise;
      },
    });
  });

  it('runs once for all callers within five seconds', async () => {
    const asked = Array.from({ length: 100 }, isReady);
    made[0]?.resolve();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
    clock.advance(4999);
    expect(await isReady()).toBe(true);
    expect(made).toHaveLength(1);
    clock.advance(1);
    const again = isReady();
    expect(made).toHaveLength(2);
    made[1]?.reject(new Error('read-only'));
    expect(await again).toBe(false);
    expect(clock.pending()).toBe(0);
  });

  it('fails after three seconds, and does not run twice at once', async () => {
    const first = isReady();
    clock.advance(3000);
    expect(await first).toBe(false);
    clock.advance(2000);
    const second = isReady();
    expect(made).toHaveLength(1);
    made[0]?.resolve();
    expect(await second).toBe(true);
  });

  it('that fails after its deadline has no effect', async () => {
    const first = isReady();
    clock.advance(3000);
    expect(await first).toBe(false);
    made[0]?.reject(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toEqual([['not ready: database', expect.any(Error)]]);
  });

  it('logs the first failure, and not each one', async () => {
    for (const cause of [new Error('one'), new Error('two'), null, new Error('three')]) {
      const asked = isReady();
      if (cause) made.at(-1)?.reject(cause);
      else made.at(-1)?.resolve();
      expect(await asked).toBe(cause === null);
      clock.advance(5000);
    }
    expect(warned).toEqual([
      ['not ready: database', new Error('one')],
      ['not ready: database', new Error('three')],
    ]);
  });

  it('that throws synchronously fails', async () => {
    const broken = createCachedCheck({
      name: 'storage',
      clock,
      warn: () => undefined,
      check: () => {
        throw new Error('no such folder');
      },
    });
    expect(await broken()).toBe(false);
    expect(clock.pending()).toBe(0);
  });
});
