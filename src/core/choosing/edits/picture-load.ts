// How much work a second of a video is, for who decodes and encodes it. Pure.

const FULL_HD = 1920 * 1080;
/** Where a file states none. */
export const USUAL_FPS = 30;

/** Its pixels in a second as a multiple of those of 1080p at 30 frames a second; at least 1. Sizes in pixels. */
export function pictureLoad(picture: {
  readonly width: number;
  readonly height: number;
  readonly fps: number | null;
}): number {
  const { width, height, fps } = picture;
  return Math.max(1, (width * height * (fps ?? USUAL_FPS)) / (FULL_HD * USUAL_FPS));
}
