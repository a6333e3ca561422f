import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import type { Clock } from '../async/clock.ts';
import { createInsurance, insuredLimiter, insuredOnceOnly } from './insurance.ts';
import type { Limiter, OnceOnly } from './ports.ts';

function make<Time extends Clock>(clock: Time) {
  const heard: string[] = [];
  const insure = createInsurance({
    clock,
    onChange: (isOwn) => heard.push(isOwn ? 'own' : 'shared'),
  });
  let asked = 0;
  const ask = (shared: () => Promise<string>) =>
    insure(
      () => {
        asked += 1;
        return shared();
      },
      async () => 'own',
    );
  return { clock, heard, ask, asked: () => asked };
}

const works = async () => 'shared';
const fails = () => Promise.reject(new Error('away'));
const never = () => new Promise<string>(() => undefined);

describe('the insurance', () => {
  it('answers with the shared service while that works', async () => {
    const { ask, heard } = make(createManualClock());
    expect(await ask(works)).toBe('shared');
    expect(heard).toEqual([]);
  });

  it('answers with its own at once when the shared service fails, and does not ask that for a second', async () => {
    const { ask, asked, clock, heard } = make(createManualClock());
    expect(await ask(fails)).toBe('own');
    expect(await ask(works)).toBe('own');
    expect([asked(), heard]).toEqual([1, ['own']]);
    clock.advance(1000);
    expect(await ask(works)).toBe('shared');
    expect([asked(), heard]).toEqual([2, ['own', 'shared']]);
  });

  it('says once that it stepped in, however long that lasts', async () => {
    const { ask, clock, heard } = make(createManualClock());
    for (let n = 0; n < 5; n += 1) {
      await ask(fails);
      clock.advance(1000);
    }
    expect(heard).toEqual(['own']);
  });

  it('does not wait longer than a quarter of a second', async () => {
    const { ask, clock, heard } = make(createManualClock());
    const answer = ask(never);
    clock.advance(249);
    expect(heard).toEqual([]);
    clock.advance(1);
    expect(await answer).toBe('own');
  });

  it('takes an answer that lies there unread because this process was busy', async () => {
    const { ask, heard } = make(systemClock);
    const answer = ask(async () => ((await stat('/')).isDirectory() ? 'shared' : 'own'));
    const until = performance.now() + 400;
    while (performance.now() < until);
    expect([await answer, heard]).toEqual(['shared', []]);
  });

  it('does not hide misuse', async () => {
    const { ask, heard } = make(createManualClock());
    await expect(ask(() => Promise.reject(new TypeError('no such bucket')))).rejects.toThrow(
      TypeError,
    );
    expect(heard).toEqual([]);
  });
});

describe.each([
  ['works', 'shared'],
  ['is away', 'own'],
])('while the shared service %s', (state, answeredBy) => {
  const asked: unknown[] = [];
  const insure = () => createInsurance({ clock: createManualClock(), onChange: () => undefined });
  const of = <Answer>(name: string, answer: Answer) => {
    return async (...words: unknown[]) => {
      if (name === 'shared' && state === 'is away') throw new Error('away');
      asked.push([name, ...words]);
      return answer;
    };
  };

  it(`requests are counted by the ${answeredBy} limiter, at what they cost`, async () => {
    const limiterOf = (name: string): Limiter => ({
      take: of(name, { allowed: true, retryAfterSeconds: 0 }),
    });
    asked.splice(0);
    await insuredLimiter(insure(), limiterOf('shared'), limiterOf('own')).take('key', 'a', 7);
    expect(asked).toEqual([[answeredBy, 'key', 'a', 7]]);
  });

  it(`keys are marked as used by the ${answeredBy} marks`, async () => {
    const onceOf = (name: string): OnceOnly => ({ use: of(name, false) });
    asked.splice(0);
    const once = insuredOnceOnly(insure(), onceOf('shared'), onceOf('own'));
    expect(await once.use('a', 9)).toBe(false);
    expect(asked).toEqual([[answeredBy, 'a', 9]]);
  });
});
