import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../cutting/range.ts';
import { following, panned, zoomed } from './view.ts';

const FILE = { durationMs: 60_000, leastMs: 500 };
const WHOLE = { startMs: 0, endMs: 60_000 };

describe('the view of a timeline', () => {
  it('keeps the time under the pointer where it is', () => {
    const view = zoomed(WHOLE, 2, 15_000, FILE);
    expect(view).toEqual({ startMs: 7500, endMs: 37_500 });
    expect(shareOf(15_000, view)).toBe(shareOf(15_000, WHOLE));
  });

  it('keeps it there too where the view is already a part', () => {
    const view = zoomed({ startMs: 20_000, endMs: 40_000 }, 2, 25_000, FILE);
    expect(view).toEqual({ startMs: 22_500, endMs: 32_500 });
    expect(zoomed(view, 1 / 2, 25_000, FILE)).toEqual({ startMs: 20_000, endMs: 40_000 });
    expect(
      [20_000, 25_000, 40_000].map((at) => shareOf(at, { startMs: 20_000, endMs: 40_000 })),
    ).toEqual([0, 0.25, 1]);
  });

  it('shows the whole file at most, and no less than the shortest view', () => {
    expect(zoomed({ startMs: 10_000, endMs: 50_000 }, 0.1, 20_000, FILE)).toEqual(WHOLE);
    const short = { durationMs: 200, leastMs: 500 };
    expect(zoomed({ startMs: 0, endMs: 200 }, 4, 100, short)).toEqual({ startMs: 0, endMs: 200 });
    const close = zoomed(WHOLE, 1e6, 30_000, FILE);
    expect(close.endMs - close.startMs).toBe(500);
  });

  it('is moved inside the file', () => {
    const view = { startMs: 10_000, endMs: 20_000 };
    expect(panned(view, -4000, 60_000)).toEqual({ startMs: 6000, endMs: 16_000 });
    expect(panned(view, 25_000, 60_000)).toEqual({ startMs: 35_000, endMs: 45_000 });
    expect(panned(view, -50_000, 60_000)).toEqual({ startMs: 0, endMs: 10_000 });
    expect(panned(view, 90_000, 60_000)).toEqual({ startMs: 50_000, endMs: 60_000 });
  });

  it('follows a time that leaves it', () => {
    const view = { startMs: 10_000, endMs: 20_000 };
    for (const timeMs of [10_000, 12_000, 20_000])
      expect(following(view, timeMs, 60_000)).toBe(view);
    const later = { startMs: 40_000, endMs: 50_000 };
    expect(following(later, 30_000, 60_000)).toEqual({ startMs: 21_000, endMs: 31_000 });
    expect(following(view, 21_000, 60_000)).toEqual({ startMs: 20_000, endMs: 30_000 });
    expect(following(view, 9000, 60_000)).toEqual({ startMs: 0, endMs: 10_000 });
  });

  it('never leaves the file, whatever is done', () => {
    const time = fc.double({ min: -1e5, max: 2e5, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0.01, max: 100, noNaN: true }), time)),
        (all) => {
          let view: { startMs: number; endMs: number } = WHOLE;
          for (const [factor, at] of all) {
            view = zoomed(view, factor, Math.min(Math.max(at, view.startMs), view.endMs), FILE);
            view = panned(view, at, FILE.durationMs);
            expect(view.startMs).toBeGreaterThanOrEqual(0);
            expect(view.endMs).toBeLessThanOrEqual(FILE.durationMs + 1e-6);
          }
        },
      ),
    );
  });
});
