// Which segments of a list hold a span. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import type { Segment } from './segment.ts';

/** The segments, and where in the source the first one begins, in seconds. */
type Within = { readonly segments: readonly Segment[]; readonly startSeconds: number };

/**
 * Those that hold the span and one more on each side, since a segment may begin before its first key frame and lists are rounded; all of them
 * where the list does not say how long they are. Each keeps its initialization section.
 */
export function segmentsWithin(listed: readonly Segment[], span: Span | null): Within {
  const whole = { segments: listed, startSeconds: 0 };
  if (!span || listed.some(({ seconds }) => seconds === null)) return whole;
  const { startSeconds: from, endSeconds: to } = span;
  let at = 0;
  const places = listed.map(({ seconds }) => {
    const start = at;
    at += seconds ?? 0;
    return { start, end: at };
  });
  // The initialization section before each of them.
  let initAt = -1;
  const inits = listed.map(({ seconds }, index) => {
    if (seconds === 0) initAt = index;
    return initAt;
  });
  const media = listed.flatMap(({ seconds }, index) => (seconds === 0 ? [] : index));
  const placeOf = (index: number | undefined) => places[index ?? 0] ?? { start: 0, end: 0 };
  const first = media.findLastIndex((index) => placeOf(index).start <= from);
  const last = media.findIndex((index) => placeOf(index).end >= to);
  if (first < 0) return whole;
  const kept = media.slice(Math.max(0, first - 1), last < 0 ? undefined : last + 2);
  const { start: startSeconds } = placeOf(kept[0]);
  const needed = new Set(kept.flatMap((index) => [index, inits[index] ?? -1]));
  const segments = listed.flatMap((segment, index) => {
    const { listedAt } = segment;
    const moved = listedAt === null || listedAt <= startSeconds ? null : listedAt - startSeconds;
    return needed.has(index) ? { ...segment, listedAt: moved } : [];
  });
  return { segments, startSeconds };
}
