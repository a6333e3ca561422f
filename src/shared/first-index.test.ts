import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstIndexWhere } from './first-index.ts';

it('finds what a search from the front finds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ max: 20, min: 0 })), fc.integer(), (numbers, limit) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const found = sorted.findIndex((number) => number > limit);
      const expected = found < 0 ? sorted.length : found;
      expect(firstIndexWhere(sorted, (number) => number > limit)).toBe(expected);
    }),
  );
});
