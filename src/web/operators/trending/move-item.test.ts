import { expect, it } from 'vitest';
import { moveItem } from './move-item.ts';

it.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [1, -1, 'bacd'],
  [1, 9, 'acdb'],
  [9, 0, 'abcd'],
])('the item at %i moved to %i makes %s of abcd', (from, to, expected) => {
  expect(moveItem([...'abcd'], from, to).join('')).toBe(expected);
});
