// Makes a GIF of ranges: frames at an even rate, drawn to size, and encoded in a worker.
import { VideoSampleSink } from 'mediabunny';
import { Encoder } from 'modern-gif';
import workerUrl from 'modern-gif/worker?url';
import { totalOf } from '../parts/segments.ts';
import type { Range } from '../timeline/range.ts';
import { TrimError } from './failure.ts';
import { GIF_FRAME_MS, type GifSize } from './gif-sizes.ts';
import type { OpenMedia } from './open-media.ts';
import { even } from './read-encoding.ts';
import type { WriteWatch } from './write-file.ts';

/** What drawing the frames is of the work; encoding reports nothing. */
const DRAWING_SHARE = 0.5;

/** Makes the GIF. Throws a {@link TrimError} if the video cannot be decoded, or the signal's reason. */
export async function makeGif(
  { video }: OpenMedia,
  ranges: readonly Range[],
  size: GifSize,
  { signal, onShare }: WriteWatch,
): Promise<{ readonly file: Blob; readonly durationMs: number }> {
  if (!video || !(await video.canDecode())) throw new TrimError('exact');
  const shape = (await video.getDisplayWidth()) / (await video.getDisplayHeight());
  const width = Math.min(size, even(await video.getDisplayWidth()));
  const height = even(width / shape);
  const times = ranges.flatMap(timesOf);
  const encoder = new Encoder({ workerUrl, width, height, looped: true, loopCount: 0 });
  const paper = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!paper) throw new TrimError('exact');
  let drawn = 0;
  for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(times)) {
    signal.throwIfAborted();
    sample?.draw(paper, 0, 0, width, height);
    sample?.close();
    drawn += 1;
    onShare((drawn / times.length) * DRAWING_SHARE);
    const { data } = paper.getImageData(0, 0, width, height);
    await encoder.encode({ data, width, height, delay: GIF_FRAME_MS });
  }
  const file = await encoder.flush('blob');
  signal.throwIfAborted();
  return { file, durationMs: totalOf(ranges) };
}

/** The times of the frames of a range, in seconds. */
function timesOf({ startMs, endMs }: Range): number[] {
  const count = Math.max(1, Math.round((endMs - startMs) / GIF_FRAME_MS));
  return Array.from({ length: count }, (_, index) => (startMs + index * GIF_FRAME_MS) / 1000);
}
