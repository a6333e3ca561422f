import { expect, it } from 'vitest';
import { createManualClock } from '../support/run/manual-clock.ts';

it('stands still until it is moved', () => {
  const clock = createManualClock(5000);
  expect([clock.now(), clock.monotonic()]).toEqual([5000, 0]);
  clock.advance(250);
  expect([clock.now(), clock.monotonic()]).toEqual([5250, 250]);
});

it('calls timers in the order of their time, each at its time, and those that they start', () => {
  const clock = createManualClock();
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(`${name} at ${clock.monotonic()}`);
  clock.after(30, note('late'));
  clock.after(10, note('first'));
  clock.after(10, note('second'));
  clock.after(20, () => clock.after(5, note('started by another')));
  const callOff = clock.after(15, note('called off'));
  clock.after(100, note('not yet due'));
  callOff();
  clock.advance(50);
  expect(calls).toEqual(['first at 10', 'second at 10', 'started by another at 25', 'late at 30']);
  expect(clock.monotonic()).toBe(50);
  expect(clock.pending()).toBe(1);
});

it('can have its wall time set, which moves no timer', () => {
  const clock = createManualClock(5000);
  let calls = 0;
  clock.after(10, () => {
    calls += 1;
  });
  clock.setWall(1_000_000);
  expect([clock.now(), clock.monotonic(), calls]).toEqual([1_000_000, 0, 0]);
  clock.advance(10);
  expect([clock.now(), clock.monotonic(), calls]).toEqual([1_000_010, 10, 1]);
});

it('does not run backwards', () => {
  expect(() => createManualClock().advance(-1)).toThrow(TypeError);
});
