import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canChange,
  changed,
  keptRanges,
  type SegmentChange,
  type Segments,
  selectedOf,
  wholeFile,
} from './segments.ts';

const DURATION_MS = 60_000;
const segmentsAfter = (...changes: SegmentChange[]): Segments =>
  changes.reduce((now, change) => changed(now, change, DURATION_MS), wholeFile(DURATION_MS));
const rangesOf = ({ all }: Segments) => all.map(({ startMs, endMs }) => [startMs, endMs]);

describe('the segments of a file', () => {
  it('get another cut of its own: at the playhead, behind the selected one, anywhere, and else over the others', () => {
    const cut = segmentsAfter({ kind: 'start', atMs: 10_000 }, { kind: 'end', atMs: 20_000 });
    const then = (...changes: SegmentChange[]) =>
      rangesOf(changes.reduce((now, change) => changed(now, change, DURATION_MS), cut));
    const there: SegmentChange = { kind: 'another', atMs: 40_000 };
    const inside: SegmentChange = { kind: 'another', atMs: 15_000 };
    expect(then(there).at(-1)).toEqual([40_000, 45_000]);
    expect(then(inside).at(-1)).toEqual([20_000, 25_000]);
    expect(then({ kind: 'end', atMs: 60_000 }, inside).at(-1)).toEqual([0, 5000]);
    // No other is touched, also where there is no room.
    expect(rangesOf(segmentsAfter({ kind: 'another', atMs: 15_000 }))).toEqual([
      [0, 60_000],
      [15_000, 20_000],
    ]);
    expect(rangesOf(segmentsAfter({ kind: 'another', atMs: 60_000 }))).toEqual([
      [0, 60_000],
      [55_000, 60_000],
    ]);
    // Pressed again, another one.
    const again: SegmentChange = { kind: 'another', atMs: 0 };
    expect(rangesOf(segmentsAfter(again, again))).toEqual([
      [0, 60_000],
      [0, 5000],
      [5000, 10_000],
    ]);
  });

  it('are files of their own once there is another cut, and the parts of one file stay that', () => {
    const cuts = segmentsAfter({ kind: 'another', atMs: 15_000 });
    expect(cuts.isSeparate).toBe(true);
    expect(keptRanges(cuts)).toHaveLength(2);
    const parts = segmentsAfter(
      { kind: 'split', atMs: 20_000 },
      { kind: 'start', atMs: 30_000 },
      { kind: 'another', atMs: 22_000 },
    );
    expect([parts.isSeparate, rangesOf(parts)[1]]).toEqual([false, [22_000, 27_000]]);
  });

  it('that are cuts go anywhere, keep their numbers, and are not selected by the playhead', () => {
    const cuts = segmentsAfter(
      { kind: 'another', atMs: 15_000 },
      { kind: 'another', atMs: 30_000 },
      { kind: 'end', atMs: 60_000 },
      { kind: 'start', atMs: 1000 },
    );
    expect(rangesOf(cuts)).toEqual([
      [0, 60_000],
      [15_000, 20_000],
      [1000, 60_000],
    ]);
    expect(canChange(cuts, { kind: 'selectAt', atMs: 500 }, DURATION_MS)).toBe(false);
    expect(rangesOf(changed(cuts, { kind: 'split', atMs: 18_000 }, DURATION_MS)).at(-1)).toEqual([
      18_000, 60_000,
    ]);
    // As one file they are in order, and what overlaps is there once.
    const joined = changed(cuts, { kind: 'separate', isSeparate: false }, DURATION_MS);
    expect(rangesOf(joined).map(([startMs]) => startMs)).toEqual([0, 1000, 15_000]);
    expect(keptRanges(joined)).toEqual([{ startMs: 0, endMs: 60_000 }]);
    expect(canChange(joined, { kind: 'separate', isSeparate: false }, DURATION_MS)).toBe(false);
    expect(rangesOf(changed(joined, { kind: 'start', atMs: 2000 }, DURATION_MS))[1]).toEqual([
      2000, 60_000,
    ]);
  });

  it('have names, and any of them is deleted without selecting it', () => {
    const cuts = segmentsAfter(
      { kind: 'another', atMs: 15_000 },
      { kind: 'rename', id: 2, name: 'Intro' },
      { kind: 'another', atMs: 30_000 },
    );
    expect(cuts.all.map(({ name }) => name)).toEqual(['', 'Intro', '']);
    expect(canChange(cuts, { kind: 'rename', id: 2, name: 'Intro' }, DURATION_MS)).toBe(false);
    const less = changed(cuts, { kind: 'delete', id: 1 }, DURATION_MS);
    expect(less.all.map(({ id }) => id)).toEqual([2, 3]);
    expect(less.selectedId).toBe(3);
    expect(changed(cuts, { kind: 'delete', id: 99 }, DURATION_MS)).toBe(cuts);
  });

  it('that are cuts stay inside of the file and never empty, whatever is done', () => {
    const time = fc.integer({ min: -1000, max: 61_000 });
    const kind = fc.constantFrom(
      'start' as const,
      'end' as const,
      'startHere' as const,
      'endHere' as const,
      'split' as const,
      'add' as const,
      'another' as const,
    );
    const change: fc.Arbitrary<SegmentChange> = fc.oneof(
      fc.record({ kind, atMs: time }),
      fc.record({ kind: fc.constant('separate' as const), isSeparate: fc.boolean() }),
      fc.record({ kind: fc.constant('select' as const), id: fc.integer({ min: 1, max: 6 }) }),
      fc.constant({ kind: 'delete' } as const),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const now = segmentsAfter(...changes);
        expect(now.all.map((one) => one.id)).toContain(selectedOf(now).id);
        for (const { startMs, endMs } of now.all) {
          expect(startMs).toBeGreaterThanOrEqual(0);
          expect(endMs - startMs).toBeGreaterThanOrEqual(100);
          expect(endMs).toBeLessThanOrEqual(DURATION_MS);
        }
      }),
    );
  });
});
