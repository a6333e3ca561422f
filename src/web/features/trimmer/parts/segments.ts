// The segments of a file: in order, without overlap, each kept or removed. Pure; one of them is selected.
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

/** One segment. `id` stays while it is moved. */
export type Segment = Range & { readonly id: number; readonly isKept: boolean };

/** All segments of a file, at least one, in order. What lies between them is not kept. */
export type Segments = { readonly all: readonly Segment[]; readonly selectedId: number };

/** More would make neither the list nor the file usable. */
export const MAX_SEGMENTS = 50;
/** The length of a new segment. */
const NEW_MS = 5000;

/** A change; times in milliseconds. */
export type SegmentChange =
  | { readonly kind: 'start' | 'end' | 'startHere' | 'endHere'; readonly atMs: number }
  | { readonly kind: 'split' | 'add' | 'another' | 'selectAt'; readonly atMs: number }
  | { readonly kind: 'select' | 'toggle'; readonly id: number }
  | { readonly kind: 'delete' };

/** One segment: the whole file. */
export function wholeFile(durationMs: number): Segments {
  return { all: [{ id: 1, startMs: 0, endMs: durationMs, isKept: true }], selectedId: 1 };
}

/** The selected segment. */
export function selectedOf({ all, selectedId }: Segments): Segment {
  const found = all.find(({ id }) => id === selectedId) ?? all[0];
  if (!found) throw new TypeError('a file has at least one segment');
  return found;
}

/** What to save: the kept segments in order, a file of each if they are separate, else those that touch as one range. */
export function keptRanges({ all }: Segments, isSeparate = false): readonly Range[] {
  const ranges: Range[] = [];
  const kept = all.filter(({ isKept }) => isKept);
  for (const { startMs, endMs } of kept) {
    const last = ranges.at(-1);
    if (!isSeparate && last?.endMs === startMs)
      ranges[ranges.length - 1] = { startMs: last.startMs, endMs };
    else ranges.push({ startMs, endMs });
  }
  return ranges;
}

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
    case 'delete':
      return deleted(segments);
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

/** Where a segment may lie: between its neighbours. */
function roomOf({ all }: Segments, one: Segment, durationMs: number): Range {
  const index = all.indexOf(one);
  return { startMs: all[index - 1]?.endMs ?? 0, endMs: all[index + 1]?.startMs ?? durationMs };
}

function split(segments: Segments, atMs: number): Segments {
  const { all } = segments;
  const one = all.find(
    ({ startMs, endMs }) => atMs >= startMs + SHORTEST_MS && atMs <= endMs - SHORTEST_MS,
  );
  if (!one || all.length >= MAX_SEGMENTS) return segments;
  const second = { ...one, id: nextId(all), startMs: atMs };
  return {
    all: replaced(all, one, [{ ...one, endMs: atMs }, second]),
    selectedId: second.id,
  };
}

/** Adds a segment in the gap at a time: as long as there is room, at most five seconds. */
function added(segments: Segments, wantedMs: number, durationMs: number): Segments {
  const { all } = segments;
  const atMs = within(wantedMs, durationMs);
  const isInside = all.some(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
  const after = all.find(({ startMs }) => startMs >= atMs);
  const endMs = Math.min(atMs + NEW_MS, after?.startMs ?? durationMs);
  if (isInside || all.length >= MAX_SEGMENTS || endMs - atMs < SHORTEST_MS) return segments;
  const one: Segment = { id: nextId(all), startMs: atMs, endMs, isKept: true };
  const index = after ? all.indexOf(after) : all.length;
  return { all: all.toSpliced(index, 0, one), selectedId: one.id };
}

/**
 * Adds a segment wherever there is room: at a time, else in the gap after the selected one, else in the first; of a file without
 * gaps, one is split there or in its middle.
 */
function another(segments: Segments, atMs: number, durationMs: number): Segments {
  const one = selectedOf(segments);
  const gaps = [one, ...segments.all].map(({ endMs }) => endMs);
  for (const startMs of [atMs, ...gaps, 0]) {
    const next = added(segments, startMs, durationMs);
    if (next !== segments) return next;
  }
  const there = split(segments, Math.round(atMs));
  return there === segments ? split(segments, Math.round((one.startMs + one.endMs) / 2)) : there;
}

function selectedAt(segments: Segments, atMs: number): Segments {
  const under = segments.all.filter(({ startMs, endMs }) => atMs >= startMs && atMs <= endMs);
  // At the seam of two, either may stay selected.
  if (under.length === 0 || under.some(({ id }) => id === segments.selectedId)) return segments;
  return select(segments, under[0]?.id ?? segments.selectedId);
}

function select(segments: Segments, id: number): Segments {
  const isKnown = segments.all.some((one) => one.id === id);
  return isKnown && id !== segments.selectedId ? { ...segments, selectedId: id } : segments;
}

function toggled({ all }: Segments, id: number): Segments {
  const toggle = (one: Segment) => (one.id === id ? { ...one, isKept: !one.isKept } : one);
  return { all: all.map(toggle), selectedId: id };
}

/** Deletes the selected segment, unless it is the only one, and selects its neighbour. */
function deleted(segments: Segments): Segments {
  const { all } = segments;
  if (all.length === 1) return segments;
  const index = all.indexOf(selectedOf(segments));
  const rest = all.toSpliced(index, 1);
  return { all: rest, selectedId: rest[Math.min(index, rest.length - 1)]?.id ?? 0 };
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
