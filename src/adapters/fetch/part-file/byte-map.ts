// The bytes of a part that are on disk, as merged intervals: a part is complete when one interval covers all of it.

/** Positions in a part; `end` is excluded. */
export type Interval = { readonly start: number; readonly end: number };

export type ByteMap = {
  readonly add: (start: number, end: number) => void;
  /** Length of the run that starts at the first byte. */
  readonly prefix: () => number;
  /** Number of bytes in the map; one that was added twice counts once. */
  readonly covered: () => number;
  /** Whether it has every byte from `start` up to `end`, which is excluded. */
  readonly includes: (start: number, end: number) => boolean;
  /** Where the bytes from `start` on end; `start` where there are none. */
  readonly endOf: (start: number) => number;
  /** In ascending order, with a gap between any two. */
  readonly intervals: () => readonly Interval[];
  readonly clear: () => void;
};

export function createByteMap(): ByteMap {
  let intervals: Interval[] = [];
  let covered = 0;

  return {
    add: (start, end) => {
      if (!(start >= 0 && end >= start)) throw new TypeError('An interval runs forward from 0');
      if (start === end) return;
      // There are few intervals and most additions continue the last one, so search from the end.
      let from = intervals.length;
      while (from > 0 && (intervals[from - 1]?.end ?? 0) >= start) from -= 1;
      let to = from;
      let merged: Interval = { start, end };
      for (let next = intervals[to]; next && next.start <= end; next = intervals[to]) {
        merged = { start: Math.min(merged.start, next.start), end: Math.max(merged.end, next.end) };
        covered -= next.end - next.start;
        to += 1;
      }
      covered += merged.end - merged.start;
      intervals.splice(from, to - from, merged);
    },
    prefix: () => {
      const first = intervals[0];
      return first?.start === 0 ? first.end : 0;
    },
    covered: () => covered,
    includes: (start, end) =>
      start >= end || intervals.some((each) => each.start <= start && end <= each.end),
    endOf: (start) =>
      intervals.find((each) => each.start <= start && start < each.end)?.end ?? start,
    intervals: () => intervals,
    clear: () => {
      intervals = [];
      covered = 0;
    },
  };
}
