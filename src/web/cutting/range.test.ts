import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endAt,
  lengthOf,
  moveEnd,
  moveStart,
  type Range,
  SHORTEST_MS,
  startAt,
  wholeRange,
  within,
} from './range.ts';

const DURATION_MS = 60_000;
const FILE = wholeRange(DURATION_MS);
/** Between two others. */
const ROOM: Range = { startMs: 5000, endMs: 40_000 };
const range: Range = { startMs: 10_000, endMs: 20_000 };

describe('the part that is kept', () => {
  it('is the whole file at first', () => {
    expect(wholeRange(DURATION_MS)).toEqual({ startMs: 0, endMs: DURATION_MS });
  });

  it('keeps its start before its end and inside of the file', () => {
    expect(moveStart(range, 30_000, FILE)).toEqual({ ...range, startMs: 19_900 });
    expect(moveStart(range, -5, FILE).startMs).toBe(0);
    expect(moveEnd(range, 5000, FILE)).toEqual({ ...range, endMs: 10_100 });
    expect(moveEnd(range, 90_000, FILE).endMs).toBe(DURATION_MS);
    expect(moveStart(range, 0, ROOM).startMs).toBe(5000);
    expect(moveEnd(range, 90_000, ROOM).endMs).toBe(40_000);
  });

  it('opens to the end of the file when its start is set behind its end', () => {
    expect(startAt(range, 30_000, FILE)).toEqual({ startMs: 30_000, endMs: DURATION_MS });
    expect(startAt(range, 12_000, FILE)).toEqual({ startMs: 12_000, endMs: 20_000 });
    expect(startAt(range, 19_900, FILE)).toEqual({ startMs: 19_900, endMs: 20_000 });
    expect(startAt(range, 19_901, FILE)).toEqual({ startMs: 19_901, endMs: DURATION_MS });
    expect(startAt(range, 59_950, FILE)).toEqual({ startMs: 59_900, endMs: DURATION_MS });
    expect(startAt(range, 30_000, ROOM)).toEqual({ startMs: 30_000, endMs: 40_000 });
  });

  it('opens to the beginning when its end is set before its start', () => {
    expect(endAt(range, 4000, FILE)).toEqual({ startMs: 0, endMs: 4000 });
    expect(endAt(range, 15_000, FILE)).toEqual({ startMs: 10_000, endMs: 15_000 });
    expect(endAt(range, 10_100, FILE)).toEqual({ startMs: 10_000, endMs: 10_100 });
    expect(endAt(range, 10_099, FILE)).toEqual({ startMs: 0, endMs: 10_099 });
    expect(endAt(range, 7000, ROOM)).toEqual({ startMs: 5000, endMs: 7000 });
  });

  it('is as long as the time between its ends', () => {
    expect(lengthOf(range)).toBe(10_000);
  });

  it('never turns over, never leaves the file and never gets too short, whatever is done', () => {
    const move = fc.constantFrom(moveStart, moveEnd, startAt, endAt);
    const time = fc.double({ min: -1e7, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e7 }),
        fc.array(fc.tuple(move, time), { maxLength: 20 }),
        (durationMs, moves) => {
          const last = moves.reduce(
            (now, [go, toMs]) => go(now, toMs, wholeRange(durationMs)),
            wholeRange(durationMs),
          );
          expect(last.startMs).toBeGreaterThanOrEqual(0);
          expect(last.endMs).toBeLessThanOrEqual(durationMs);
          expect(last.endMs - last.startMs).toBeGreaterThanOrEqual(
            Math.min(SHORTEST_MS, durationMs),
          );
          expect(Number.isInteger(last.startMs) && Number.isInteger(last.endMs)).toBe(true);
        },
      ),
    );
  });

  it('has a position that stays within the file', () => {
    expect(within(-1, 100)).toBe(0);
    expect(within(100.4, 100)).toBe(100);
    expect(within(50.4, 100)).toBe(50);
  });
});
