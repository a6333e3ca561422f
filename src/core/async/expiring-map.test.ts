// What is kept for a while: entries of a map, and the answer of a slow function.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createExpiringMap } from './expiring-map.ts';
import { rememberFor } from './remember-for.ts';

const NOW = 1_800_000_000_000;

describe('a map whose entries expire', () => {
  it('has each until its time, and the last that was put', () => {
    const clock = createManualClock(NOW);
    const map = createExpiringMap<string>({ clock, maxEntries: 9 });
    map.put('a', 'first', NOW + 1000);
    map.put('a', 'second', NOW + 500);
    map.put('b', 'other', NOW + 1000);
    clock.advance(499);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['second', 'other', null]);
    clock.advance(1);
    expect([map.get('a'), map.get('b')]).toEqual([null, 'other']);
  });

  it.each([
    ['in number', { maxEntries: 2 }],
    ['by weight', { maxEntries: 99, maxWeight: 10, weigh: (value: string) => value.length }],
  ])(
    'loses the oldest where there is too much of it %s, however often that is read',
    (_how, bounds) => {
      const map = createExpiringMap<string>({ clock: createManualClock(NOW), ...bounds });
      for (const key of ['a', 'b', 'c']) {
        map.put(key, '12345', NOW + 1000);
        map.get('a');
      }
      expect(['a', 'b', 'c'].map(map.get)).toEqual([null, '12345', '12345']);
    },
  );

  it('takes what weighs nothing', () => {
    const clock = createManualClock(NOW);
    const map = createExpiringMap<string>({ clock, maxEntries: 9, maxWeight: 10, weigh: () => 0 });
    map.put('a', 'light', NOW + 1000);
    expect(map.get('a')).toBe('light');
  });
});

describe('an answer that is remembered', () => {
  const stage = () => {
    const clock = createManualClock(NOW);
    const asked: PromiseWithResolvers<string>[] = [];
    const ask = rememberFor(1000, clock, () => {
      const one = Promise.withResolvers<string>();
      asked.push(one);
      return one.promise;
    });
    return { clock, ask, asked };
  };

  it('is given to all for its time, counted from the question, and then asked for again', async () => {
    const { clock, ask, asked } = stage();
    const answers = [ask(), ask()];
    clock.advance(999);
    answers.push(ask());
    asked[0]?.resolve('one');
    expect(await Promise.all(answers)).toEqual(['one', 'one', 'one']);
    clock.advance(1);
    void ask();
    expect(asked).toHaveLength(2);
  });

  it('is asked for again at once when the first question failed, and not when an older one did', async () => {
    const { clock, ask, asked } = stage();
    const failed = [ask(), ask()];
    asked[0]?.reject(new Error('away'));
    for (const one of failed) await expect(one).rejects.toThrow('away');
    const late = ask();
    clock.advance(1000);
    const last = ask();
    asked[1]?.reject(new Error('late'));
    await expect(late).rejects.toThrow('late');
    asked[2]?.resolve('last');
    expect([await last, await ask(), asked.length]).toEqual(['last', 'last', 3]);
  });
});
