// A range of a file; its changes never put the end before the start.

/** A range in whole milliseconds. */
export type Range = { readonly startMs: number; readonly endMs: number };

/** The minimum length of a range, unless there is less room for it. */
export const SHORTEST_MS = 100;

/** The whole file. */
export function wholeRange(durationMs: number): Range {
  return { startMs: 0, endMs: durationMs };
}

/** Drags the start to a time: inside the limits, and at most to just before the end. */
export function moveStart(range: Range, toMs: number, limits: Range): Range {
  const latest = range.endMs - shortest(limits);
  return { ...range, startMs: clamp(toMs, limits.startMs, latest) };
}

/** Drags the end to a time: inside the limits, and at least to just after the start. */
export function moveEnd(range: Range, toMs: number, limits: Range): Range {
  const earliest = range.startMs + shortest(limits);
  return { ...range, endMs: clamp(toMs, earliest, limits.endMs) };
}

/** Sets the start to the playhead; an end before it moves to the end of the limits. */
export function startAt(range: Range, toMs: number, limits: Range): Range {
  const startMs = clamp(toMs, limits.startMs, limits.endMs - shortest(limits));
  const isPast = startMs > range.endMs - shortest(limits);
  return { startMs, endMs: isPast ? limits.endMs : range.endMs };
}

/** Sets the end to the playhead; a start after it moves to the beginning of the limits. */
export function endAt(range: Range, toMs: number, limits: Range): Range {
  const endMs = clamp(toMs, limits.startMs + shortest(limits), limits.endMs);
  const isBefore = endMs < range.startMs + shortest(limits);
  return { startMs: isBefore ? limits.startMs : range.startMs, endMs };
}

/** Clamps a time to the file. */
export function within(timeMs: number, durationMs: number): number {
  return clamp(timeMs, 0, durationMs);
}

/** The length of a range in milliseconds. */
export function lengthOf({ startMs, endMs }: Range): number {
  return endMs - startMs;
}

/** Where a time lies in a range, such as the visible one: 0 is its start, 1 its end. */
export function shareOf(timeMs: number, range: Range): number {
  return (timeMs - range.startMs) / lengthOf(range);
}

function shortest(limits: Range): number {
  return Math.min(SHORTEST_MS, lengthOf(limits));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most);
}
