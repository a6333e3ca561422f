import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canChange,
  changed,
  keptRanges,
  MAX_SEGMENTS,
  type SegmentChange,
  type Segments,
  selectedOf,
  totalOf,
  wholeFile,
} from './segments.ts';

const DURATION_MS = 60_000;
const segmentsAfter = (...changes: SegmentChange[]): Segments =>
  changes.reduce((now, change) => changed(now, change, DURATION_MS), wholeFile(DURATION_MS));
const rangesOf = ({ all }: Segments) => all.map(({ startMs, endMs }) => [startMs, endMs]);

describe('the segments of a file', () => {
  it('are one at first, which is split at the playhead; the second is selected', () => {
    const two = segmentsAfter({ kind: 'split', atMs: 20_000 });
    expect(rangesOf(two)).toEqual([
      [0, 20_000],
      [20_000, 60_000],
    ]);
    expect(selectedOf(two).startMs).toBe(20_000);
  });

  it('are joined in the new file where they touch', () => {
    const two = segmentsAfter({ kind: 'split', atMs: 20_000 });
    expect(keptRanges(two)).toEqual([{ startMs: 0, endMs: 60_000 }]);
    expect(keptRanges({ ...two, isSeparate: true })).toEqual([
      { startMs: 0, endMs: 20_000 },
      { startMs: 20_000, endMs: 60_000 },
    ]);
  });

  it('leave out what is removed, and take it back', () => {
    const split = segmentsAfter({ kind: 'split', atMs: 20_000 }, { kind: 'split', atMs: 30_000 });
    const middle = split.all[1]?.id ?? 0;
    const removed = changed(split, { kind: 'toggle', id: middle }, DURATION_MS);
    expect(keptRanges(removed)).toEqual([
      { startMs: 0, endMs: 20_000 },
      { startMs: 30_000, endMs: 60_000 },
    ]);
    expect(totalOf(keptRanges(removed))).toBe(50_000);
    expect(keptRanges(changed(removed, { kind: 'toggle', id: middle }, DURATION_MS))).toEqual([
      { startMs: 0, endMs: 60_000 },
    ]);
  });

  it('move between their neighbours only', () => {
    const two = segmentsAfter({ kind: 'split', atMs: 20_000 }, { kind: 'start', atMs: 5000 });
    expect(rangesOf(two)[1]).toEqual([20_000, 60_000]);
    const apart = changed(two, { kind: 'start', atMs: 25_000 }, DURATION_MS);
    expect(rangesOf(apart)[1]).toEqual([25_000, 60_000]);
    expect(rangesOf(changed(apart, { kind: 'startHere', atMs: 22_000 }, DURATION_MS))[1]).toEqual([
      22_000, 60_000,
    ]);
  });

  it('are added in a gap, as long as it allows', () => {
    const cut = segmentsAfter({ kind: 'end', atMs: 10_000 }, { kind: 'add', atMs: 40_000 });
    expect(rangesOf(cut)).toEqual([
      [0, 10_000],
      [40_000, 45_000],
    ]);
    const between = changed(cut, { kind: 'add', atMs: 38_000 }, DURATION_MS);
    expect(rangesOf(between)[1]).toEqual([38_000, 40_000]);
    expect(selectedOf(between).startMs).toBe(38_000);
    expect(canChange(cut, { kind: 'add', atMs: 5000 }, DURATION_MS)).toBe(false);
  });

  it('are selected by the playhead; at a seam the selected one stays', () => {
    const two = segmentsAfter({ kind: 'split', atMs: 20_000 });
    expect(selectedOf(changed(two, { kind: 'selectAt', atMs: 20_000 }, DURATION_MS)).startMs).toBe(
      20_000,
    );
    expect(selectedOf(changed(two, { kind: 'selectAt', atMs: 3 }, DURATION_MS)).startMs).toBe(0);
    const first = changed(two, { kind: 'select', id: 1 }, DURATION_MS);
    expect(canChange(first, { kind: 'selectAt', atMs: 20_000 }, DURATION_MS)).toBe(false);
    const atEnd = changed(first, { kind: 'selectAt', atMs: DURATION_MS }, DURATION_MS);
    expect(selectedOf(atEnd).startMs).toBe(20_000);
  });

  it('are deleted but for the last', () => {
    const one = segmentsAfter({ kind: 'split', atMs: 20_000 }, { kind: 'delete' });
    expect(rangesOf(one)).toEqual([[0, 20_000]]);
    expect(changed(one, { kind: 'delete' }, DURATION_MS)).toBe(one);
  });

  it('are split where both halves are long enough, and are kept or removed as before', () => {
    expect(rangesOf(segmentsAfter({ kind: 'split', atMs: 99 }))).toEqual([[0, 60_000]]);
    expect(rangesOf(segmentsAfter({ kind: 'split', atMs: 59_901 }))).toEqual([[0, 60_000]]);
    for (const atMs of [100, 59_900, 30_000.4])
      expect(rangesOf(segmentsAfter({ kind: 'split', atMs }))).toEqual([
        [0, Math.round(atMs)],
        [Math.round(atMs), 60_000],
      ]);
    const removed = segmentsAfter({ kind: 'toggle', id: 1 }, { kind: 'split', atMs: 5000 });
    expect(keptRanges(removed)).toEqual([]);
  });

  it('are added only where there is room, also right after another and at the end', () => {
    const cut = segmentsAfter({ kind: 'end', atMs: 10_000 });
    const added = (atMs: number) => rangesOf(changed(cut, { kind: 'add', atMs }, DURATION_MS))[1];
    expect([added(10_000), added(59_900), added(59_901), added(99_999)]).toEqual([
      [10_000, 15_000],
      [59_900, 60_000],
      undefined,
      undefined,
    ]);
    expect(keptRanges(changed(cut, { kind: 'add', atMs: 20_000 }, DURATION_MS))).toHaveLength(2);
  });

  it('set to the playhead open to their neighbours, not beyond', () => {
    const three = segmentsAfter(
      { kind: 'split', atMs: 20_000 },
      { kind: 'split', atMs: 40_000 },
      { kind: 'select', id: 2 },
      { kind: 'end', atMs: 30_000 },
    );
    const moved = (kind: 'startHere' | 'endHere', atMs: number) =>
      rangesOf(changed(three, { kind, atMs }, DURATION_MS))[1];
    expect([moved('startHere', 35_000), moved('endHere', 10_000)]).toEqual([
      [35_000, 40_000],
      [20_000, 20_100],
    ]);
  });

  it('are selected when they are switched, and after another is deleted', () => {
    const three = segmentsAfter({ kind: 'split', atMs: 20_000 }, { kind: 'split', atMs: 40_000 });
    const ids = three.all.map(({ id }) => id);
    const selectedAfter = (...changes: SegmentChange[]) =>
      selectedOf(changes.reduce((now, one) => changed(now, one, DURATION_MS), three)).startMs;
    expect(selectedAfter({ kind: 'toggle', id: ids[1] ?? 0 })).toBe(20_000);
    expect(selectedAfter({ kind: 'delete' })).toBe(20_000);
    expect(selectedAfter({ kind: 'select', id: ids[0] ?? 0 }, { kind: 'delete' })).toBe(20_000);
    expect(selectedAfter({ kind: 'select', id: ids[1] ?? 0 }, { kind: 'delete' })).toBe(40_000);
    expect(selectedAfter({ kind: 'select', id: 99 })).toBe(40_000);
  });

  it('have ids of their own, also after one was deleted', () => {
    const now = segmentsAfter(
      { kind: 'split', atMs: 20_000 },
      { kind: 'split', atMs: 40_000 },
      { kind: 'select', id: 1 },
      { kind: 'delete' },
      { kind: 'split', atMs: 30_000 },
    );
    expect(new Set(now.all.map(({ id }) => id)).size).toBe(3);
  });

  it('are the same object where a change changes nothing', () => {
    const two = segmentsAfter({ kind: 'split', atMs: 20_000 });
    for (const change of [
      { kind: 'start', atMs: 5000 },
      { kind: 'select', id: two.selectedId },
      { kind: 'select', id: 99 },
      { kind: 'selectAt', atMs: 20_000 },
      { kind: 'split', atMs: 20_050 },
    ] as const)
      expect(canChange(two, change, DURATION_MS)).toBe(false);
  });

  it('are 50 at most', () => {
    const splits = Array.from(
      { length: MAX_SEGMENTS + 5 },
      (_, index) => ({ kind: 'split', atMs: (index + 1) * 1000 }) as const,
    );
    expect(segmentsAfter(...splits).all).toHaveLength(MAX_SEGMENTS);
    const full = changed(segmentsAfter(...splits), { kind: 'end', atMs: 52_000 }, DURATION_MS);
    expect(canChange(full, { kind: 'split', atMs: 50_500 }, DURATION_MS)).toBe(false);
    expect(canChange(full, { kind: 'add', atMs: 55_000 }, DURATION_MS)).toBe(false);
    const less = changed(full, { kind: 'delete' }, DURATION_MS);
    expect(canChange(less, { kind: 'add', atMs: 55_000 }, DURATION_MS)).toBe(true);
  });

  it('of one file stay in order, apart, inside of the file and never empty, whatever is done', () => {
    const time = fc.integer({ min: -1000, max: 61_000 });
    const id = fc.integer({ min: 1, max: 6 });
    const change: fc.Arbitrary<SegmentChange> = fc.oneof(
      fc.record({
        kind: fc.constantFrom(
          'start' as const,
          'end' as const,
          'startHere' as const,
          'endHere' as const,
          'split' as const,
          'add' as const,
          'selectAt' as const,
        ),
        atMs: time,
      }),
      fc.record({ kind: fc.constantFrom('select' as const, 'toggle' as const), id }),
      fc.constant({ kind: 'delete' } as const),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const now = segmentsAfter(...changes);
        expect(now.all.length).toBeGreaterThan(0);
        expect(now.all.map((one) => one.id)).toContain(selectedOf(now).id);
        let beforeMs = 0;
        for (const { startMs, endMs } of now.all) {
          expect(startMs).toBeGreaterThanOrEqual(beforeMs);
          expect(endMs - startMs).toBeGreaterThanOrEqual(100);
          beforeMs = endMs;
        }
        expect(beforeMs).toBeLessThanOrEqual(DURATION_MS);
      }),
    );
  });
});
