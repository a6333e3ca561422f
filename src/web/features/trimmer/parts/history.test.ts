import { expect, it } from 'vitest';
import { historyOf, redo, replace, settle, step, undo } from './history.ts';

it('goes back and forth, and forgets what was undone when something new is done', () => {
  const two = step(step(historyOf(0), 1, null), 2, null);
  expect(undo(two).present).toBe(1);
  expect(undo(undo(two)).present).toBe(0);
  expect(redo(undo(two)).present).toBe(2);
  const other = step(undo(two), 3, null);
  expect(redo(other)).toBe(other);
  expect(undo(other).present).toBe(1);
});

it('takes the moves of one gesture as one step', () => {
  const dragged = [1, 2, 3].reduce((now, value) => step(now, value, 'start'), historyOf(0));
  expect(undo(dragged).present).toBe(0);
  const again = step(settle(dragged), 4, 'start');
  expect(undo(again).present).toBe(3);
  expect(undo(step(dragged, 9, 'end')).present).toBe(3);
});

it('does not count a selection as a step', () => {
  const chosen = replace(step(historyOf('a'), 'b', null), 'c');
  expect(undo(chosen).present).toBe('a');
});

it('keeps fifty steps', () => {
  let now = historyOf(0);
  for (let value = 1; value <= 60; value += 1) now = step(now, value, null);
  for (let back = 0; back < 100; back += 1) now = undo(now);
  expect(now.present).toBe(10);
});

it('does not join a gesture with the same one after a step back or forth, or a selection', () => {
  const dragged = step(historyOf(0), 1, 'start');
  const stepsOf = (now: typeof dragged) => step(now, 9, 'start').past;
  expect(stepsOf(dragged)).toEqual([0]);
  expect(stepsOf(redo(undo(dragged)))).toEqual([0, 1]);
  expect(stepsOf(undo(step(dragged, 2, 'end')))).toEqual([0, 1]);
  expect(stepsOf(replace(dragged, 5))).toEqual([0, 5]);
});

it('can be undone again after it was redone', () => {
  expect(undo(redo(undo(step(historyOf(0), 1, null)))).present).toBe(0);
});

it('stays the same where there is nothing to undo, to redo or to settle', () => {
  const now = historyOf(0);
  expect([undo(now), redo(now), settle(now)]).toEqual([now, now, now]);
  expect([undo(now) === now, redo(now) === now, settle(now) === now]).toEqual([true, true, true]);
});
