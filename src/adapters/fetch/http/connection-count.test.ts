// The number of connections: up while it helps, down when it does not or the origin refuses.
import { describe, expect, it } from 'vitest';
import { createConnectionCount, INITIAL_CONNECTIONS, MAX_CONNECTIONS } from './connection-count.ts';

/** Measures until the number settles, on a line with the rate `rateOf(connections)`. */
function settleOn(rateOf: (connections: number) => number, measurements = 6): number[] {
  const count = createConnectionCount();
  const wanted = [count.wanted()];
  for (let index = 0; index < measurements; index += 1) {
    count.measure(count.wanted(), rateOf(count.wanted()));
    wanted.push(count.wanted());
  }
  return wanted;
}

describe('the number of connections', () => {
  it('starts low and grows to the maximum where every connection adds its rate', () => {
    const wanted = settleOn((connections) => connections * 10);
    expect(wanted[0]).toBe(INITIAL_CONNECTIONS);
    expect(wanted.at(-1)).toBe(MAX_CONNECTIONS);
    expect(Math.max(...wanted)).toBe(MAX_CONNECTIONS);
  });

  it('goes back where more connections add nothing', () => {
    expect(settleOn(() => 100).at(-1)).toBe(INITIAL_CONNECTIONS);
    expect(settleOn((connections) => Math.min(connections, 5) * 10).at(-1)).toBe(5);
  });

  it('tries one more after a while, as conditions change', () => {
    const wanted = settleOn(() => 100, 40);
    expect(wanted).toContain(INITIAL_CONNECTIONS + 1);
    expect(wanted.filter((each) => each > INITIAL_CONNECTIONS).length).toBeLessThan(8);
  });

  it.each<[string, (connections: number) => number, readonly number[]]>([
    ['every connection adds its rate', (count) => count * 10, [3, 5, 8, 8, 8]],
    ['more add nothing', () => 100, [3, 5, 3, 3, 3, 3, 3, 3, 3, 3, 4, 3]],
    ['five are enough', (count) => (count > 5 ? 55 : count * 10), [3, 5, 8, 5, 5]],
  ])('takes these steps where %s', (_, rateOf, steps) => {
    expect(settleOn(rateOf, steps.length - 1)).toEqual(steps);
  });

  it('begins with more for a long file, once', () => {
    const count = createConnectionCount();
    count.expect(1_000_000);
    expect(count.wanted()).toBe(INITIAL_CONNECTIONS);
    count.expect(100_000_000);
    expect(count.wanted()).toBe(6);
    count.refuse(6);
    expect(count.wanted()).toBe(5);
    count.expect(100_000_000);
    expect(count.wanted()).toBe(5);
  });

  it('compares with the rate of now, not with that of the start', () => {
    const count = createConnectionCount();
    count.measure(3, 100);
    count.measure(5, 100);
    for (let time = 0; time < 8; time += 1) count.measure(3, 10);
    expect(count.wanted()).toBe(4);
    count.measure(4, 13);
    expect(count.wanted()).toBe(7);
  });

  it('is lowered permanently by a refusal, down to one', () => {
    const count = createConnectionCount();
    count.refuse(3);
    expect(count.wanted()).toBe(2);
    for (let index = 0; index < 30; index += 1) count.measure(count.wanted(), count.wanted() * 10);
    expect(count.wanted()).toBe(2);
    for (const active of [2, 1, 1]) {
      count.refuse(active);
      expect(count.wanted()).toBe(1);
    }
  });

  it('is one when the very first request is refused, and never none', () => {
    const count = createConnectionCount();
    count.refuse(1);
    expect(count.wanted()).toBe(1);
    for (let index = 0; index < 30; index += 1) count.measure(1, 10);
    expect(count.wanted()).toBe(1);
  });

  it('is not raised by a refusal of connections that are to end anyway', () => {
    const count = createConnectionCount();
    count.measure(3, 100);
    count.measure(5, 100);
    count.refuse(5);
    expect(count.wanted()).toBe(3);
    count.refuse(3);
    count.refuse(5);
    expect(count.wanted()).toBe(2);
    for (let index = 0; index < 30; index += 1) count.measure(count.wanted(), count.wanted() * 10);
    expect(count.wanted()).toBe(2);
  });

  it('is measured anew after a refusal', () => {
    const count = createConnectionCount();
    count.measure(3, 30);
    count.refuse(5);
    count.measure(4, 30);
    expect(count.wanted()).toBe(4);
  });

  it('ignores a measurement of another number', () => {
    const count = createConnectionCount();
    for (const other of [1, 2, 4]) count.measure(other, 1000);
    expect(count.wanted()).toBe(INITIAL_CONNECTIONS);
  });
});
