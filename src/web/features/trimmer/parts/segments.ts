// The segments of a file, each kept or removed: parts of one new file, in order and without overlap, or cuts that each become a
// file, anywhere and in the order in which they were added. Pure; one of them is selected.
import {
  endAt,
  lengthOf,
  moveEnd,
  moveStart,
  type Range,
  SHORTEST_MS,
  startAt,
  within,
} from '../../../cutting/range.ts';

/** One segment. `id` stays while it is moved; `name` is what its visitor calls its file, empty at first. */
export type Segment = Range & {
  readonly id: number;
  readonly isKept: boolean;
  readonly name: string;
};

/** All segments of a file, at least one. `isSeparate`: each becomes a file, and they may overlap. */
export type Segments = {
  readonly all: readonly Segment[];
  readonly selectedId: number;
  readonly isSeparate: boolean;
};

/** More would make neither the list nor the file usable. */
export const MAX_SEGMENTS = 50;
/** The length of a new segment. */
const NEW_MS = 5000;

/** A change; times in milliseconds. */
export type SegmentChange =
  | { readonly kind: 'start' | 'end' | 'startHere' | 'endHere'; readonly atMs: number }
  | { readonly kind: 'split' | 'add' | 'another' | 'selectAt'; readonly atMs: number }
  | { readonly kind: 'select' | 'toggle'; readonly id: number }
  | { readonly kind: 'rename'; readonly id: number; readonly name: string }
  | { readonly kind: 'separate'; readonly isSeparate: boolean }
  /** Without an id, the selected one. */
  | { readonly kind: 'delete'; readonly id?: number };

/** One segment: the whole file. */
export function wholeFile(durationMs: number): Segments {
  const whole = { id: 1, startMs: 0, endMs: durationMs, isKept: true, name: '' };
  return { all: [whole], selectedId: 1, isSeparate: false };
}

/** The selected segment. */
export function selectedOf({ all, selectedId }: Segments): Segment {
  const found = all.find(({ id }) => id === selectedId) ?? all[0];
  if (!found) throw new TypeError('a file has at least one segment');
  return found;
}

/** What to save: the kept segments, each by itself if they are separate, else in order and those that touch as one range. */
export function keptRanges({ all, isSeparate }: Segments): readonly Range[] {
  const kept = keptOf(all);
  return isSeparate ? kept.map(({ startMs, endMs }) => ({ startMs, endMs })) : joined(kept);
}

/** The segments that are not removed. */
export function keptOf(all: readonly Segment[]): readonly Segment[] {
  return all.filter(({ isKept }) => isKept);
}

/** Ranges in order; those that touch or overlap are one. */
export function joined(some: readonly Range[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const { startMs, endMs } of some.toSorted(byStart)) {
    const last = ranges.at(-1);
    if (last && last.endMs >= startMs)
      ranges[ranges.length - 1] = { ...last, endMs: Math.max(last.endMs, endMs) };
    else ranges.push({ startMs, endMs });
  }
  return ranges;
}

const byStart = (a: Range, b: Range) => a.startMs - b.startMs;

/** Whether a change would change anything. */
export function canChange(segments: Segments, change: SegmentChange, durationMs: number): boolean {
  return changed(segments, change, durationMs) !== segments;
}

/** Applies a change; returns the same object if it is impossible or changes nothing. */
export function changed(segments: Segments, change: SegmentChange, durationMs: number): Segments {
  switch (change.kind) {
    case 'start':
    case 'end':
    case 'startHere':
    case 'endHere':
      return moved(segments, change.kind, change.atMs, durationMs);
    case 'split':
      return split(segments, Math.round(change.atMs));
    case 'add':
      return added(segments, change.atMs, durationMs);
    case 'another':
      return another(segments, change.atMs, durationMs);
    case 'selectAt':
      return selectedAt(segments, change.atMs);
    case 'select':
      return select(segments, change.id);
    case 'toggle':
      return toggled(segments, change.id);
    case 'rename':
      return renamed(segments, change.id, change.name);
    case 'separate':
      return separated(segments, change.isSeparate);
    case 'delete':
      return deleted(segments, change.id ?? segments.selectedId);
  }
}

const MOVES = { start: moveStart, end: moveEnd, startHere: startAt, endHere: endAt } as const;

function moved(
  segments: Segments,
  kind: keyof typeof MOVES,
  toMs: number,
  durationMs: number,
): Segments {
  const one = selectedOf(segments);
  const { startMs, endMs } = MOVES[kind](one, toMs, roomOf(segments, one, durationMs));
  if (startMs === one.startMs && endMs === one.endMs) return segments;
  return { ...segments, all: replaced(segments.all, one, [{ ...one, startMs, endMs }]) };
}

/** Where a segment may lie: anywhere if it becomes a file, else between its neighbours, which it may overlap already. */
function roomOf({ all, isSeparate }: Segments, one: Segment, durationMs: number): Range {
  if (isSeparate) return { startMs: 0, endMs: durationMs };
  const index = all.indexOf(one);
  return {
    startMs: Math.min(one.startMs, all[index - 1]?.endMs ?? 0),
    endMs: Math.max(one.endMs, all[index + 1]?.startMs ?? durationMs),
  };
}

function split(segments: Segments, atMs: number): Segments {
  const { all } = segments;
  // Of those that overlap, the selected one.
  const one = [selectedOf(segments), ...all].find(
    ({ startMs, endMs }) => atMs >= startMs + SHORTEST_MS && atMs <= endMs - SHORTEST_MS,
  );
  if (!one || all.length >= MAX_SEGMENTS) return segments;
  const second = { ...one, id: nextId(all), startMs: atMs, name: '' };
  return {
    ...segments,
    all: replaced(all, one, [{ ...one, endMs: atMs }, second]),
    selectedId: second.id,
  };
}

/** Adds a segment in the gap at a time: as long as there is room, at most five seconds. */
function added(segments: Segments, wantedMs: number, durationMs: number): Segments {
  const { all } = segments;
  const atMs = within(wantedMs, durationMs);
  const isInside = all.some(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
  const [after] = all.filter(({ startMs }) => startMs >= atMs).toSorted(byStart);
  const endMs = Math.min(atMs + NEW_MS, after?.startMs ?? durationMs);
  if (isInside || endMs - atMs < SHORTEST_MS) return segments;
  return withNew(segments, { startMs: atMs, endMs });
}

/** Cuts stay in the order in which they were added, so that their numbers stay. */
function withNew(segments: Segments, range: Range): Segments {
  const { all, isSeparate } = segments;
  if (all.length >= MAX_SEGMENTS) return segments;
  const one: Segment = { ...range, id: nextId(all), isKept: true, name: '' };
  const next = [...all, one];
  return { ...segments, all: isSeparate ? next : next.toSorted(byStart), selectedId: one.id };
}

/**
 * Adds a cut, a range of its own: at a time where nothing is yet, else in the gap after the selected one, else in the first, else
 * over the others at that time. Who wants a second cut wants a second file; parts of one file stay that where they can.
 */
function another(segments: Segments, atMs: number, durationMs: number): Segments {
  const isSeparate = segments.isSeparate || keptOf(segments.all).length < 2;
  const from = { ...segments, isSeparate };
  const gaps = [selectedOf(segments), ...segments.all].map(({ endMs }) => endMs);
  for (const startMs of [atMs, ...gaps, 0]) {
    const next = added(from, startMs, durationMs);
    if (next !== from) return next;
  }
  const lengthMs = Math.min(NEW_MS, durationMs);
  const over = [atMs, ...gaps, 0].map((wantedMs) => {
    const startMs = within(Math.min(wantedMs, durationMs - lengthMs), durationMs);
    return { startMs, endMs: startMs + lengthMs };
  });
  const isTaken = ({ startMs, endMs }: Range) =>
    segments.all.some((one) => one.startMs === startMs && one.endMs === endMs);
  const free = over.find((range) => !isTaken(range)) ?? over[0];
  if (!free || segments.all.length >= MAX_SEGMENTS) return segments;
  return withNew({ ...from, isSeparate: true }, free);
}

/** Cuts are not selected by the playhead: it goes through others on its way to where the selected one shall end. */
function selectedAt(segments: Segments, atMs: number): Segments {
  if (segments.isSeparate) return segments;
  const under = segments.all.filter(({ startMs, endMs }) => atMs >= startMs && atMs <= endMs);
  // At the seam of two, either may stay selected.
  if (under.length === 0 || under.some(({ id }) => id === segments.selectedId)) return segments;
  return select(segments, under[0]?.id ?? segments.selectedId);
}

function select(segments: Segments, id: number): Segments {
  const isKnown = segments.all.some((one) => one.id === id);
  return isKnown && id !== segments.selectedId ? { ...segments, selectedId: id } : segments;
}

function toggled(segments: Segments, id: number): Segments {
  const toggle = (one: Segment) => (one.id === id ? { ...one, isKept: !one.isKept } : one);
  return { ...segments, all: segments.all.map(toggle), selectedId: id };
}

function renamed(segments: Segments, id: number, name: string): Segments {
  const one = segments.all.find((some) => some.id === id);
  if (!one || one.name === name) return segments;
  return { ...segments, all: replaced(segments.all, one, [{ ...one, name }]) };
}

function separated(segments: Segments, isSeparate: boolean): Segments {
  if (segments.isSeparate === isSeparate) return segments;
  const { all } = segments;
  return { ...segments, all: isSeparate ? all : all.toSorted(byStart), isSeparate };
}

/** Deletes a segment, unless it is the only one; its neighbour is selected if it was. */
function deleted(segments: Segments, id: number): Segments {
  const { all, selectedId } = segments;
  const index = all.findIndex((one) => one.id === id);
  if (all.length === 1 || index < 0) return segments;
  const rest = all.toSpliced(index, 1);
  const neighbour = rest[Math.min(index, rest.length - 1)]?.id ?? 0;
  return { ...segments, all: rest, selectedId: id === selectedId ? neighbour : selectedId };
}

function replaced(
  all: readonly Segment[],
  one: Segment,
  by: readonly Segment[],
): readonly Segment[] {
  return all.toSpliced(all.indexOf(one), 1, ...by);
}

function nextId(all: readonly Segment[]): number {
  return 1 + Math.max(...all.map(({ id }) => id));
}

/** The total length of ranges in milliseconds. */
export function totalOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, range) => sum + lengthOf(range), 0);
}
