// The sizes and the times of the frames of a GIF, apart from the encoder, which is loaded only to make one.
import type { Range } from '../../../cutting/range.ts';

/** The widths of a GIF in pixels. */
export const GIF_SIZES = [320, 480, 640] as const;
/** One of {@link GIF_SIZES}. */
export type GifSize = (typeof GIF_SIZES)[number];
/** A GIF may be this long. */
export const MAX_GIF_MS = 15_000;
/** A rough size: bytes of a pixel of a frame. */
const BYTES_PER_PIXEL = 0.25;
/** GIF counts in hundredths of a second: 12.5 frames per second. */
export const GIF_FRAME_MS = 80;

/** Estimates the bytes of a GIF of a video whose width is `shape` times its height. */
export function estimateGif(lengthMs: number, width: number, shape: number): number {
  return Math.round((lengthMs / GIF_FRAME_MS) * ((width * width) / shape) * BYTES_PER_PIXEL);
}

/** The times of the frames of a range, in seconds. */
export function frameTimesOf({ startMs, endMs }: Range): number[] {
  const count = Math.max(1, Math.round((endMs - startMs) / GIF_FRAME_MS));
  return Array.from({ length: count }, (_, index) => (startMs + index * GIF_FRAME_MS) / 1000);
}
