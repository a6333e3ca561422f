// Detects swipes from the start and end point of a touch.
import type { Direction } from './board.ts';

/** A point on the screen, in CSS pixels. */
export type Point = { readonly x: number; readonly y: number };

/** Shorter movements count as a press. */
export const MIN_SWIPE_PX = 20;

/** Returns the direction of a swipe; null for a press or a diagonal movement. */
export function readSwipe(from: Point, to: Point): Direction | null {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const [long, short] = [
    Math.max(Math.abs(across), Math.abs(down)),
    Math.min(Math.abs(across), Math.abs(down)),
  ];
  if (long < MIN_SWIPE_PX || short > long * 0.8) return null;
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? 'right' : 'left';
  return down > 0 ? 'down' : 'up';
}
