// The byte map against a simple model: one flag per byte.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteMap } from './byte-map.ts';

const SIZE = 200;
const interval = fc
  .tuple(fc.nat(SIZE), fc.nat(SIZE))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe('a byte map', () => {
  it('agrees with one flag per byte, for random ranges in random order', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 40 }), (added) => {
        const map = createByteMap();
        const flags = new Array<boolean>(SIZE + 1).fill(false);
        for (const [start, end] of added) {
          map.add(start, end);
          flags.fill(true, start, end);
          expect(map.covered()).toBe(flags.filter(Boolean).length);
          expect(map.prefix()).toBe(flags.indexOf(false));
          const seen = new Array<boolean>(SIZE + 1).fill(false);
          for (const one of map.intervals()) seen.fill(true, one.start, one.end);
          expect(seen).toEqual(flags);
          for (const [from, to] of added)
            expect(map.includes(from, to)).toBe(flags.slice(from, to).every(Boolean));
        }
      }),
    );
  });

  it('keeps its intervals sorted and disjoint', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 40 }), (added) => {
        const map = createByteMap();
        for (const [start, end] of added) map.add(start, end);
        let last = -1;
        for (const { start, end } of map.intervals()) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
    );
  });

  it('is complete only when nothing is missing, and empty once it is cleared', () => {
    const map = createByteMap();
    map.add(0, 10);
    map.add(11, 20);
    expect([map.prefix(), map.covered()]).toEqual([10, 19]);
    map.add(10, 11);
    expect([map.prefix(), map.covered(), map.intervals().length]).toEqual([20, 20, 1]);
    map.clear();
    expect([map.prefix(), map.covered()]).toEqual([0, 0]);
  });

  it('refuses invalid intervals', () => {
    expect(() => createByteMap().add(5, 4)).toThrow(TypeError);
    expect(() => createByteMap().add(-1, 4)).toThrow(TypeError);
    expect(() => createByteMap().add(Number.NaN, 4)).toThrow(TypeError);
  });
});
