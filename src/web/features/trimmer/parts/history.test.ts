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
