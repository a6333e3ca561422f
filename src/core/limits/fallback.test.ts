import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import type { Clock } from '../async/clock.ts';
import { createFallback, limiterWithFallback, onceOnlyWithFallback } from './fallback.ts';
import type { Limiter, OnceOnly } from './ports.ts';

function make<Time extends Clock>(clock: Time) {
  const changes: string[] = [];
  const withFallback = createFallback({
    clock,
    onChange: (isOwn) => changes.push(isOwn ? 'own' : 'shared'),
  });
  let calls = 0;
  const call = (shared: () => Promise<string>) =>
    withFallback(
      () => {
        calls += 1;
        return shared();
      },
      async () => 'own',
    );
  return { clock, changes, call, calls: () => calls };
}

const works = async () => 'shared';
const fails = () => Promise.reject(new Error('unavailable'));
const never = () => new Promise<string>(() => undefined);

describe('the fallback', () => {
  it('uses the shared service while that works', async () => {
    const { call, changes } = make(createManualClock());
    expect(await call(works)).toBe('shared');
    expect(changes).toEqual([]);
  });

  it('uses its own at once when the shared service fails, and does not call that for a second', async () => {
    const { call, calls, clock, changes } = make(createManualClock());
    expect(await call(fails)).toBe('own');
    expect(await call(works)).toBe('own');
    expect([calls(), changes]).toEqual([1, ['own']]);
    clock.advance(1000);
    expect(await call(works)).toBe('shared');
    expect([calls(), changes]).toEqual([2, ['own', 'shared']]);
  });

  it('reports its begin once, however long it lasts', async () => {
    const { call, clock, changes } = make(createManualClock());
    for (let n = 0; n < 5; n += 1) {
      await call(fails);
      clock.advance(1000);
    }
    expect(changes).toEqual(['own']);
  });

  it('does not wait longer than a quarter of a second', async () => {
    const { call, clock, changes } = make(createManualClock());
    const answer = call(never);
    clock.advance(249);
    expect(changes).toEqual([]);
    clock.advance(1);
    expect(await answer).toBe('own');
  });

  it('takes a reply that is unread because this process was busy', async () => {
    const { call, changes } = make(systemClock);
    const answer = call(async () => ((await stat('/')).isDirectory() ? 'shared' : 'own'));
    const until = performance.now() + 400;
    while (performance.now() < until);
    expect([await answer, changes]).toEqual(['shared', []]);
  });

  it('does not hide misuse', async () => {
    const { call, changes } = make(createManualClock());
    await expect(call(() => Promise.reject(new TypeError('no such bucket')))).rejects.toThrow(
      TypeError,
    );
    expect(changes).toEqual([]);
  });
});

describe.each([
  ['works', 'shared'],
  ['is unavailable', 'own'],
])('while the shared service %s', (state, answeredBy) => {
  const received: unknown[] = [];
  const fallback = () => createFallback({ clock: createManualClock(), onChange: () => undefined });
  const of = <Answer>(name: string, answer: Answer) => {
    return async (...parameters: unknown[]) => {
      if (name === 'shared' && state === 'is unavailable') throw new Error('unavailable');
      received.push([name, ...parameters]);
      return answer;
    };
  };

  it(`requests are counted by the ${answeredBy} limiter, at what they cost`, async () => {
    const limiterOf = (name: string): Limiter => ({
      take: of(name, { allowed: true, retryAfterSeconds: 0 }),
    });
    received.splice(0);
    await limiterWithFallback(fallback(), limiterOf('shared'), limiterOf('own')).take(
      'key',
      'a',
      7,
    );
    expect(received).toEqual([[answeredBy, 'key', 'a', 7]]);
  });

  it(`keys are marked as used by the ${answeredBy} marks`, async () => {
    const onceOf = (name: string): OnceOnly => ({ use: of(name, false) });
    received.splice(0);
    const once = onceOnlyWithFallback(fallback(), onceOf('shared'), onceOf('own'));
    expect(await once.use('a', 9)).toBe(false);
    expect(received).toEqual([[answeredBy, 'a', 9]]);
  });
});
