// Which bytes of a part are there, as merged intervals: a part is whole when one interval covers all of it.

/** Places in a part; `end` is not in the interval. */
export type Interval = { readonly start: number; readonly end: number };

/** The bytes that are there. */
export type ByteMap = {
  readonly add: (start: number, end: number) => void;
  /** Length of what is there without a gap from the first byte on. */
  readonly prefix: () => number;
  /** How many bytes are there; one that came twice counts once. */
  readonly covered: () => number;
  /** In order, with a gap between any two. */
  readonly intervals: () => readonly Interval[];
  readonly clear: () => void;
};

/** An empty map. */
export function createByteMap(): ByteMap {
  let intervals: Interval[] = [];
  let covered = 0;

  return {
    add: (start, end) => {
      if (!(start >= 0 && end >= start)) throw new TypeError('An interval runs forward from 0 on');
      if (start === end) return;
      // The intervals are few and new ones come near the end of an old one, so a walk from the back is quick.
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
    intervals: () => intervals,
    clear: () => {
      intervals = [];
      covered = 0;
    },
  };
}
