// Divides a file into stretches that connections fetch: from the front or from where a reader needs bytes, with a shared tail.
import type { Interval } from './part-file/byte-map.ts';

/** A part of a file that one connection fetches: the bytes before `next` are there. Its tail may be given to another connection. */
export type Stretch = {
  readonly startedMs: number;
  readonly start: number;
  next: number;
  end: number;
};

/** The division of one file. Lengths in bytes; `nowMs` is monotonic. */
export type Stretches = {
  /** Starts a stretch at the first gap, or at the first one from the wanted byte on; at most `bytes` long, null when there is no gap. */
  readonly take: (bytes: number, nowMs: number) => Stretch | null;
  /** Starts a stretch with the second half of the one that would take longest; null when none is worth splitting. */
  readonly steal: (nowMs: number) => Stretch | null;
  /** Lengthens a stretch into the gap behind it; false when there is none. */
  readonly extend: (stretch: Stretch, bytes: number) => boolean;
  /** Ends a stretch; what it has not fetched becomes a gap again. */
  readonly release: (stretch: Stretch) => void;
  /** Makes `take` prefer the gap at byte `from`, and those behind it, once the length is known. */
  readonly want: (from: number) => void;
  /** Sets the length of the file; there are no gaps behind it. */
  readonly setTotal: (total: number) => void;
  /** Bytes in gaps; Infinity while the length is unknown. */
  readonly untaken: () => number;
};

/** Only longer tails are split: it costs the other stretch its connection. */
export const MIN_SPLIT_BYTES = 512 * 1024;
/** A tail that arrives sooner is not worth a request. */
const MIN_SPLIT_MS = 250;

type Gap = { start: number; end: number };

function gapsBetween(there: readonly Interval[]): Gap[] {
  const ends = [0, ...there.map(({ end }) => end)];
  return ends
    .map((start, at) => ({ start, end: there[at]?.start ?? Number.POSITIVE_INFINITY }))
    .filter(({ start, end }) => start < end);
}

/** Starts with a file of unknown length that lacks all bytes but these. */
export function createStretches(there: readonly Interval[] = []): Stretches {
  let gaps = gapsBetween(there);
  const active = new Set<Stretch>();
  let wanted = 0;
  let isTotalKnown = false;

  function begin(start: number, end: number, startedMs: number): Stretch {
    const stretch: Stretch = { startedMs, start, next: start, end };
    active.add(stretch);
    return stretch;
  }

  function cutFront(gap: Gap, bytes: number): number {
    gap.start = Math.min(gap.end, gap.start + bytes);
    if (gap.start === gap.end) gaps = gaps.filter((each) => each !== gap);
    return gap.start;
  }

  function addGap(gap: Gap): void {
    gaps.push(gap);
    gaps.sort((a, b) => a.start - b.start);
  }

  function nextGap(): Gap | undefined {
    const gap = isTotalKnown ? gaps.find(({ end }) => end > wanted) : undefined;
    if (!gap || gap.start >= wanted) return gap ?? gaps[0];
    const rest = { start: wanted, end: gap.end };
    gap.end = wanted;
    addGap(rest);
    return rest;
  }

  /** Takes the wanted bytes away from a stretch that would come to them late. */
  function splitAt(from: number): void {
    for (const stretch of active) {
      if (stretch.end === Number.POSITIVE_INFINITY || from >= stretch.end) continue;
      if (from - stretch.next <= MIN_SPLIT_BYTES) continue;
      addGap({ start: from, end: stretch.end });
      stretch.end = from;
    }
  }

  return {
    take: (bytes, nowMs) => {
      const gap = nextGap();
      if (!gap) return null;
      const { start } = gap;
      return begin(start, cutFront(gap, bytes), nowMs);
    },
    steal: (nowMs) => {
      let victim: Stretch | null = null;
      let longestMs = MIN_SPLIT_MS;
      for (const stretch of active) {
        const left = stretch.end - stretch.next;
        if (left <= MIN_SPLIT_BYTES || left === Number.POSITIVE_INFINITY) continue;
        const msPerByte = (nowMs - stretch.startedMs) / (stretch.next - stretch.start);
        if (!(left * msPerByte > longestMs)) continue;
        longestMs = left * msPerByte;
        victim = stretch;
      }
      if (!victim) return null;
      const { end } = victim;
      victim.end = victim.next + Math.ceil((end - victim.next) / 2);
      return begin(victim.end, end, nowMs);
    },
    extend: (stretch, bytes) => {
      const gap = gaps.find(({ start }) => start === stretch.end);
      if (!gap) return false;
      stretch.end = cutFront(gap, bytes);
      return true;
    },
    release: (stretch) => {
      active.delete(stretch);
      if (stretch.next >= stretch.end) return;
      addGap({ start: stretch.next, end: stretch.end });
      gaps = gaps.reduce<Gap[]>((joined, gap) => {
        const last = joined.at(-1);
        if (last && last.end === gap.start) last.end = gap.end;
        else joined.push(gap);
        return joined;
      }, []);
    },
    want: (from) => {
      wanted = from;
      splitAt(from);
    },
    setTotal: (total) => {
      isTotalKnown = true;
      gaps = gaps
        .map(({ start, end }) => ({ start, end: Math.min(end, total) }))
        .filter(({ start, end }) => start < end);
      for (const stretch of active) stretch.end = Math.min(stretch.end, total);
    },
    untaken: () => gaps.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}
