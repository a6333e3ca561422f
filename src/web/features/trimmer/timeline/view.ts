// The part of the file that the timeline shows. Pure.
import { lengthOf, type Range } from '../../../cutting/range.ts';

/** The share of the visible part that stays between the playhead and the edge when it follows. */
const MARGIN = 0.1;
/** One step of a button or a key. */
export const ZOOM_STEP = 2;

/** Zooms by a factor around a time, which stays where it is; above 1 shows less. `leastMs` is the shortest view. */
export function zoomed(
  view: Range,
  factor: number,
  aroundMs: number,
  { durationMs, leastMs }: { readonly durationMs: number; readonly leastMs: number },
): Range {
  const length = lengthOf(view);
  const wanted = Math.max(Math.min(leastMs, durationMs), Math.min(durationMs, length / factor));
  const share = length > 0 ? (aroundMs - view.startMs) / length : 0.5;
  return placed(aroundMs - share * wanted, wanted, durationMs);
}

/** Moves the view by a time, inside the file. */
export function panned(view: Range, byMs: number, durationMs: number): Range {
  return placed(view.startMs + byMs, lengthOf(view), durationMs);
}

/** Moves the view so that it shows a time; the same object if it does already. */
export function following(view: Range, timeMs: number, durationMs: number): Range {
  if (timeMs >= view.startMs && timeMs <= view.endMs) return view;
  const length = lengthOf(view);
  const isBefore = timeMs < view.startMs;
  return placed(timeMs - length * (isBefore ? 1 - MARGIN : MARGIN), length, durationMs);
}

function placed(startMs: number, lengthMs: number, durationMs: number): Range {
  const start = Math.min(Math.max(startMs, 0), durationMs - lengthMs);
  return { startMs: start, endMs: start + lengthMs };
}
