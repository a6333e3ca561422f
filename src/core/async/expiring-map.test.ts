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

describe('a cached result', () => {
  const stage = () => {
    const clock = createManualClock(NOW);
    const loads: PromiseWithResolvers<string>[] = [];
    const load = rememberFor(1000, clock, () => {
      const one = Promise.withResolvers<string>();
      loads.push(one);
      return one.promise;
    });
    return { clock, load, loads };
  };

  it('is given to all for its time, counted from the call, and then loaded again', async () => {
    const { clock, load, loads } = stage();
    const answers = [load(), load()];
    clock.advance(999);
    answers.push(load());
    loads[0]?.resolve('one');
    expect(await Promise.all(answers)).toEqual(['one', 'one', 'one']);
    clock.advance(1);
    void load();
    expect(loads).toHaveLength(2);
  });

  it('is loaded again at once when the first call failed, and not when an older one did', async () => {
    const { clock, load, loads } = stage();
    const failed = [load(), load()];
    loads[0]?.reject(new Error('unavailable'));
    for (const one of failed) await expect(one).rejects.toThrow('unavailable');
    const late = load();
    clock.advance(1000);
    const last = load();
    loads[1]?.reject(new Error('late'));
    await expect(late).rejects.toThrow('late');
    loads[2]?.resolve('last');
    expect([await last, await load(), loads.length]).toEqual(['last', 'last', 3]);
  });
});
