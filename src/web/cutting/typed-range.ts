// The range that two typed times mean, or what is wrong with them; for the fields of a part. Pure.
import { lengthOf, type Range, SHORTEST_MS } from './range.ts';
import { parseTime } from './times.ts';

/** Both times as they were typed. An empty start is the beginning, an empty end the end of the video. */
export type TypedTimes = { readonly start: string; readonly end: string };

/** Which of the two. */
export type Side = keyof TypedTimes;

/** What is wrong, by field. */
export type TimeProblems = Readonly<
  Partial<Record<Side, 'timeUnreadable' | 'tooLate' | 'endBeforeStart' | 'tooShort'>>
>;

/** An end this far behind that of the video is rounded, not wrong; the server takes it as well. */
const ROUNDED_MS = 500;

/** Reads both. What is wrong with the two together is wrong with the one that was typed last. */
export function readTyped(
  { start, end }: TypedTimes,
  last: Side,
  durationMs: number,
): { readonly range: Range } | { readonly problems: TimeProblems } {
  const startMs = start.trim() === '' ? 0 : parseTime(start);
  const typedEndMs = end.trim() === '' ? durationMs : parseTime(end);
  if (startMs === null || typedEndMs === null)
    return {
      problems: {
        ...(startMs === null && { start: 'timeUnreadable' }),
        ...(typedEndMs === null && { end: 'timeUnreadable' }),
      },
    };
  const isStartLate = startMs > durationMs;
  const isEndLate = typedEndMs > durationMs + ROUNDED_MS;
  if (isStartLate || isEndLate)
    return {
      problems: {
        ...(isStartLate && { start: 'tooLate' }),
        ...(isEndLate && { end: 'tooLate' }),
      },
    };
  const range = { startMs, endMs: Math.min(typedEndMs, durationMs) };
  if (range.endMs < startMs) return { problems: { [last]: 'endBeforeStart' } };
  if (lengthOf(range) < Math.min(SHORTEST_MS, durationMs))
    return { problems: { [last]: 'tooShort' } };
  return { range };
}
