import { describe, expect, it } from 'vitest';
import { changeToasts, TOAST_DISPLAY_MS, TOAST_REMOVAL_MS, TOAST_SWIPE_PX } from './toast-list.ts';

const one = changeToasts([], { kind: 'add', id: 1, content: { title: 'One' } });

describe('toasts', () => {
  it('are one at a time: a new one takes the place of the old', () => {
    const two = changeToasts(one, { kind: 'add', id: 2, content: { title: 'Two' } });
    expect(two).toEqual([{ id: 2, title: 'Two', open: true }]);
  });

  it('can be changed, by their id only', () => {
    const changed = changeToasts(one, { kind: 'update', id: 1, content: { title: 'New' } });
    expect(changed).toEqual([{ id: 1, title: 'New', open: true }]);
    expect(changeToasts(one, { kind: 'update', id: 7, content: { title: 'New' } })).toEqual(one);
  });

  it.each([
    [1, false],
    [undefined, false],
    [7, true],
  ])('dismissed with %s are kept, but not open', (id, open) => {
    expect(changeToasts(one, { kind: 'dismiss', id })).toEqual([{ id: 1, title: 'One', open }]);
  });

  it.each([
    [1, 0],
    [undefined, 0],
    [7, 1],
  ])('removed with %s are gone', (id, left) => {
    expect(changeToasts(one, { kind: 'remove', id })).toHaveLength(left);
  });

  it('have the times and distances of the specification', () => {
    expect([TOAST_DISPLAY_MS, TOAST_REMOVAL_MS, TOAST_SWIPE_PX]).toEqual([5000, 1_000_000, 50]);
  });
});
