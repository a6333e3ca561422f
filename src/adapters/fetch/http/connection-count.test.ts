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

  it('is lowered permanently by a refusal, down to one', () => {
    const count = createConnectionCount();
    count.refuse(3);
    expect(count.wanted()).toBe(2);
    for (let index = 0; index < 30; index += 1) count.measure(count.wanted(), count.wanted() * 10);
    expect(count.wanted()).toBe(2);
    count.refuse(2);
    count.refuse(1);
    expect(count.wanted()).toBe(1);
  });

  it('ignores a measurement of another number', () => {
    const count = createConnectionCount();
    count.measure(1, 1000);
    expect(count.wanted()).toBe(INITIAL_CONNECTIONS);
  });
});
