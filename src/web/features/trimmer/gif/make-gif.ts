// Makes a GIF of ranges: frames at an even rate, drawn to size, and encoded in a worker.
import { VideoSampleSink } from 'mediabunny';
import type { Range } from '../../../cutting/range.ts';
import { TrimError } from '../media/failure.ts';
import type { OpenMedia } from '../media/open-media.ts';
import { even } from '../media/read-encoding.ts';
import type { WriteWatch } from '../media/write-file.ts';
import { totalOf } from '../parts/segments.ts';
import { openGif } from './gif-encoder.ts';
import { frameTimesOf, GIF_FRAME_MS, type GifSize } from './gif-sizes.ts';

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
  const times = ranges.flatMap(frameTimesOf);
  const paper = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!paper) throw new TrimError('exact');
  const gif = await openGif(width, height, signal);
  try {
    let drawn = 0;
    for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(times)) {
      sample?.draw(paper, 0, 0, width, height);
      sample?.close();
      drawn += 1;
      onShare((drawn / times.length) * DRAWING_SHARE);
      await gif.add(paper.getImageData(0, 0, width, height).data, GIF_FRAME_MS);
    }
    return { file: await gif.finish(), durationMs: totalOf(ranges) };
  } finally {
    gif.close();
  }
}
