// The sizes of a GIF, apart from the encoder, which is loaded only to make one.

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
