// A picture of the video at one time, in the size in which it is shown.
import { CanvasSink } from 'mediabunny';
import type { OpenMedia } from './open-media.ts';

/** Draws the frame that is shown at a time as a PNG; null if it cannot be decoded. */
export async function snapshotOf({ video }: OpenMedia, timeMs: number): Promise<Blob | null> {
  if (!video || !(await video.canDecode())) return null;
  const sink = new CanvasSink(video);
  const first = await video.getFirstTimestamp();
  const drawn = await sink.getCanvas(Math.max(first, timeMs / 1000));
  return drawn ? blobOf(drawn.canvas, 'image/png') : null;
}

/** The picture on a canvas as a file of a type. */
export async function blobOf(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  type: string,
): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return await canvas.convertToBlob({ type });
  return await new Promise((done) => canvas.toBlob(done, type));
}
