// The part of a file that is kept: where it starts and ends, and how that moves without ever turning over.

/** Whole milliseconds from the beginning of the file. */
export type Range = { readonly startMs: number; readonly endMs: number };

/** A part is never shorter than this, unless the file is. */
export const SHORTEST_MS = 100;

/** The whole file. */
export function wholeRange(durationMs: number): Range {
  return { startMs: 0, endMs: durationMs };
}

/** The start dragged to a time: it stops before the end. */
export function moveStart(range: Range, toMs: number, durationMs: number): Range {
  const latest = range.endMs - shortest(durationMs);
  return { ...range, startMs: clamp(toMs, 0, latest) };
}

/** The end dragged to a time: it stops after the start and at the end of the file. */
export function moveEnd(range: Range, toMs: number, durationMs: number): Range {
  const earliest = range.startMs + shortest(durationMs);
  return { ...range, endMs: clamp(toMs, earliest, durationMs) };
}

/** The start set at the playhead: an end that would lie before it goes to the end of the file. */
export function startAt(range: Range, toMs: number, durationMs: number): Range {
  const startMs = clamp(toMs, 0, durationMs - shortest(durationMs));
  const isPast = startMs > range.endMs - shortest(durationMs);
  return { startMs, endMs: isPast ? durationMs : range.endMs };
}

/** The end set at the playhead: a start that would lie after it goes to the beginning of the file. */
export function endAt(range: Range, toMs: number, durationMs: number): Range {
  const endMs = clamp(toMs, shortest(durationMs), durationMs);
  const isBefore = endMs < range.startMs + shortest(durationMs);
  return { startMs: isBefore ? 0 : range.startMs, endMs };
}

/** A time kept within the file. */
export function within(timeMs: number, durationMs: number): number {
  return clamp(timeMs, 0, durationMs);
}

function shortest(durationMs: number): number {
  return Math.min(SHORTEST_MS, durationMs);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most);
}
