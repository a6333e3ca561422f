// The kept range of a file; its changes never put the end before the start.

/** A range in whole milliseconds. */
export type Range = { readonly startMs: number; readonly endMs: number };

/** The minimum length of a range, unless the file is shorter. */
export const SHORTEST_MS = 100;

/** The whole file. */
export function wholeRange(durationMs: number): Range {
  return { startMs: 0, endMs: durationMs };
}

/** Drags the start to a time, at most to just before the end. */
export function moveStart(range: Range, toMs: number, durationMs: number): Range {
  const latest = range.endMs - shortest(durationMs);
  return { ...range, startMs: clamp(toMs, 0, latest) };
}

/** Drags the end to a time, at least to just after the start. */
export function moveEnd(range: Range, toMs: number, durationMs: number): Range {
  const earliest = range.startMs + shortest(durationMs);
  return { ...range, endMs: clamp(toMs, earliest, durationMs) };
}

/** Sets the start to the playhead; an end before it moves to the end of the file. */
export function startAt(range: Range, toMs: number, durationMs: number): Range {
  const startMs = clamp(toMs, 0, durationMs - shortest(durationMs));
  const isPast = startMs > range.endMs - shortest(durationMs);
  return { startMs, endMs: isPast ? durationMs : range.endMs };
}

/** Sets the end to the playhead; a start after it moves to the beginning of the file. */
export function endAt(range: Range, toMs: number, durationMs: number): Range {
  const endMs = clamp(toMs, shortest(durationMs), durationMs);
  const isBefore = endMs < range.startMs + shortest(durationMs);
  return { startMs: isBefore ? 0 : range.startMs, endMs };
}

/** Clamps a time to the file. */
export function within(timeMs: number, durationMs: number): number {
  return clamp(timeMs, 0, durationMs);
}

function shortest(durationMs: number): number {
  return Math.min(SHORTEST_MS, durationMs);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most);
}
