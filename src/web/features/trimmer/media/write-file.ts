// Writes one new file of parts of another: opens its tracks, feeds them, and finishes it.
import {
  AudioSampleSource,
  type BaseTrackMetadata,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  Output,
  type VideoEncodingConfig,
  VideoSampleSource,
  type VideoTrackMetadata,
} from 'mediabunny';
import type { Range } from '../../../cutting/range.ts';
import { copyAudio, copyVideo } from './copy-tracks.ts';
import { encodeAudio, encodeVideo } from './encode-tracks.ts';
import { TrimError } from './failure.ts';
import { type Feed, runFeeds } from './feed.ts';
import type { OpenMedia } from './open-media.ts';
import type { OpenTarget } from './open-target.ts';
import {
  type CopyPart,
  lengthOfParts,
  type Part,
  planCopy,
  planExact,
  type Way,
} from './plan-cut.ts';
import { type AudioEncoding, even, type VideoEncoding } from './read-encoding.ts';
import { type TrackOutput, tracksOf } from './read-output.ts';

/** What is written: the ranges one after the other, in one way. */
export type WriteRequest = {
  readonly ranges: readonly Range[];
  readonly way: Way;
  readonly output: TrackOutput;
};

/** Signal and callback while it is written. */
export type WriteWatch = {
  readonly signal: AbortSignal;
  /** The written share, from 0 to 1. */
  readonly onShare: (share: number) => void;
};

/** The written file: where in the original it starts and how long it should be, in seconds. */
export type Written = {
  readonly mimeType: string;
  readonly start: number;
  readonly length: number;
};

/** Writes the file to a target. Throws a {@link TrimError}, or the signal's reason. */
export async function writeFile(
  { input, durationMs }: OpenMedia,
  { ranges, way, output }: WriteRequest,
  { target, fastStart }: Pick<OpenTarget, 'target' | 'fastStart'>,
  { signal, onShare }: WriteWatch,
): Promise<Written> {
  if (tracksOf(output).length === 0) throw new TrimError('codec');
  const copied = way === 'instant' ? await planCopy(tracksOf(output), ranges, durationMs) : null;
  const parts: readonly Part[] = copied ?? planExact(ranges);
  const [first] = parts;
  if (!first) throw new TrimError('codec');
  const file = new Output({ format: output.format(fastStart), target });
  const isMoving = output.video !== null;
  const feeds: Feed[] = [];
  if (output.video) feeds.push(await addVideo(file, output.video, { copied, parts }, output));
  const most = file.format.getSupportedTrackCounts().audio.max;
  for (const track of output.audio.slice(0, most))
    feeds.push(await addAudio(file, track, parts, audioEncoding(output, way, isMoving)));
  const tags = await input.getMetadataTags();
  // Raw tags mean nothing in another kind of file.
  file.setMetadataTags(output.kind === 'same' ? tags : { ...tags, raw: {} });
  const length = lengthOfParts(parts);
  try {
    await file.start();
    await runFeeds(feeds, signal, (seconds) => onShare(Math.min(1, seconds / length)));
    await file.finalize();
  } catch (error) {
    await file.cancel();
    throw error;
  }
  return { mimeType: file.format.mimeType, start: first.start, length };
}

/** Copied where the new file takes it, but for files of audio that shall start exactly. */
function audioEncoding(
  { copiesAudio, sound, exact }: TrackOutput,
  way: Way,
  isMoving: boolean,
): AudioEncoding | null {
  if (!isMoving && way === 'exact' && exact.kind === 'audio') return exact;
  if (copiesAudio) return null;
  if (!sound) throw new TrimError('exact');
  return sound;
}

async function addVideo(
  file: Output,
  track: InputVideoTrack,
  { copied, parts }: { copied: readonly CopyPart[] | null; parts: readonly Part[] },
  { exact }: TrackOutput,
): Promise<Feed> {
  const codec = await track.getCodec();
  if (codec === null) throw new TrimError('codec');
  const described = { ...(await describe(track)), ...(await orientation(track)) };
  if (copied) {
    const source = new EncodedVideoPacketSource(codec);
    file.addVideoTrack(source, described);
    return closing(copyVideo(track, source, copied), source);
  }
  if (exact.kind !== 'video') throw new TrimError('exact');
  const { config, isTurned } = await videoConfig(track, exact);
  const source = new VideoSampleSource(config);
  file.addVideoTrack(source, isTurned ? await describe(track) : described);
  return closing(encodeVideo(track, source, parts), source);
}

async function addAudio(
  file: Output,
  track: InputAudioTrack,
  parts: readonly Part[],
  encoding: AudioEncoding | null,
): Promise<Feed> {
  const codec = await track.getCodec();
  if (codec === null) throw new TrimError('codec');
  if (encoding === null) {
    const source = new EncodedAudioPacketSource(codec);
    file.addAudioTrack(source, await describe(track));
    return closing(copyAudio(track, source, parts), source);
  }
  const source = new AudioSampleSource({ codec: encoding.codec, quality: encoding.quality });
  file.addAudioTrack(source, await describe(track));
  return closing(encodeAudio(track, source, parts), source);
}

/** Closes the source after its last packet, so that the others need not wait for it. */
async function* closing(feed: Feed, source: { readonly close: () => void }): Feed {
  yield* feed;
  source.close();
}

async function describe(track: InputTrack): Promise<BaseTrackMetadata> {
  const language = await track.getLanguageCode();
  const name = await track.getName();
  return {
    ...(/^[a-z]{3}$/.test(language) ? { languageCode: language } : {}),
    ...(name === null ? {} : { name }),
    disposition: await track.getDisposition(),
  };
}

async function orientation(track: InputVideoTrack): Promise<VideoTrackMetadata> {
  return { rotation: await track.getRotation(), flip: await track.getFlip() };
}

/** Frames are drawn anew, with their rotation, where encoders reject them: odd sizes, pixels that are not square, HDR. */
async function videoConfig(
  track: InputVideoTrack,
  { codec, quality }: VideoEncoding,
): Promise<{ readonly config: VideoEncodingConfig; readonly isTurned: boolean }> {
  const coded = [await track.getCodedWidth(), await track.getCodedHeight()];
  const square = [await track.getSquarePixelWidth(), await track.getSquarePixelHeight()];
  const isPlain = coded.every((one, index) => one === square[index] && one === even(one));
  if (isPlain && !(await track.hasHighDynamicRange()))
    return { config: { codec, quality, sizeChangeBehavior: 'passThrough' }, isTurned: false };
  const width = even(await track.getDisplayWidth());
  const height = even(await track.getDisplayHeight());
  const transform = { width, height, fit: 'fill', force: true } as const;
  return {
    config: { codec, quality, sizeChangeBehavior: 'passThrough', transform },
    isTurned: true,
  };
}
