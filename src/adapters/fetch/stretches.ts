// Which stretches of a file are still to be asked for, and who is at which: handed out from the front, the tail shared.

/** A part of a file that one connection fetches: the bytes before `next` are there. A thief may take its tail away. */
export type Stretch = {
  readonly startedMs: number;
  readonly start: number;
  next: number;
  end: number;
};

/** The work on one file. Lengths in bytes, `nowMs` is monotonic. */
export type Stretches = {
  /** The frontmost bytes that nobody has, at most `bytes`; null when there are none. */
  readonly take: (bytes: number, nowMs: number) => Stretch | null;
  /** The second half of the stretch that would take longest; null when none is worth sharing. */
  readonly steal: (nowMs: number) => Stretch | null;
  /** Lets a stretch go on into the bytes behind it; false when somebody has them. */
  readonly extend: (stretch: Stretch, bytes: number) => boolean;
  /** Ends the work on a stretch; what is missing of it is handed out again. */
  readonly release: (stretch: Stretch) => void;
  /** The length, once it is known; nothing behind it is handed out. */
  readonly setTotal: (total: number) => void;
  /** Bytes that nobody has yet; Infinity while the length is not known. */
  readonly untaken: () => number;
};

/** A tail is shared when it has more bytes than this: it costs the other its connection. */
export const MIN_SPLIT_BYTES = 512 * 1024;
/** A tail that will be there sooner is not worth a request. */
const MIN_SPLIT_MS = 250;

type Gap = { start: number; end: number };

/** The work on a file of unknown length, of which nobody has anything. */
export function createStretches(): Stretches {
  let gaps: Gap[] = [{ start: 0, end: Number.POSITIVE_INFINITY }];
  const active = new Set<Stretch>();

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

  return {
    take: (bytes, nowMs) => {
      const [gap] = gaps;
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
      gaps.push({ start: stretch.next, end: stretch.end });
      gaps.sort((a, b) => a.start - b.start);
      gaps = gaps.reduce<Gap[]>((joined, gap) => {
        const last = joined.at(-1);
        if (last && last.end === gap.start) last.end = gap.end;
        else joined.push(gap);
        return joined;
      }, []);
    },
    setTotal: (total) => {
      gaps = gaps
        .map(({ start, end }) => ({ start, end: Math.min(end, total) }))
        .filter(({ start, end }) => start < end);
      for (const stretch of active) stretch.end = Math.min(stretch.end, total);
    },
    untaken: () => gaps.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}
