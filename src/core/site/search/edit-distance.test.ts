import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it.each([
  ['subtitles', 'subtitles', 0],
  ['subtitels', 'subtitles', 1],
  ['privcy', 'privacy', 1],
  ['kazte', 'katze', 1],
  ['privasidad', 'privacidad', 1],
  ['abcd', 'wxyz', 3],
  ['', 'ab', 2],
])('%s and %s are %i apart', (one, other, distance) => {
  expect(editDistance(one, other, 2)).toBe(distance);
});

it('is the same both ways, and never less than the difference in length', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
      const distance = editDistance(one, other, most);
      expect(editDistance(other, one, most)).toBe(distance);
      expect(distance).toBeLessThanOrEqual(most + 1);
      expect(distance).toBeGreaterThanOrEqual(
        Math.min(most + 1, Math.abs(one.length - other.length)),
      );
      if (one === other) expect(distance).toBe(0);
    }),
  );
});
