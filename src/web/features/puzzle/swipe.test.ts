import { describe, expect, it } from 'vitest';
import { readSwipe } from './swipe.ts';

const from = { x: 100, y: 100 };

describe('a swipe', () => {
  it.each([
    [40, 0, 'right'],
    [-40, 10, 'left'],
    [5, -25, 'up'],
    [-10, 30, 'down'],
    [20, 0, 'right'],
    [19, 0, null],
    [0, 0, null],
    [40, 39, null],
    [-40, -40, null],
  ])('by %i and %i is %s', (x, y, direction) => {
    expect(readSwipe(from, { x: from.x + x, y: from.y + y })).toBe(direction);
  });
});
