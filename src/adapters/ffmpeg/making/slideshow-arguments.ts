// ffmpeg's and ffprobe's arguments for a slideshow: the size of a picture, the picture within the frame, the video. Pure.

import { SLIDESHOW_KILOBITS } from '../../../core/choosing/slideshow.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import type { PhotoKind } from '../sniff-media.ts';
import { NOTHING_ELSE } from './extra-arguments.ts';
import {
  type Demuxer,
  guardedInput,
  type InputPlace,
  PHOTO_DEMUXERS,
  QUIET_ARGUMENTS,
} from './guarded-input.ts';
import { START } from './make-arguments.ts';

/** The size of a picture or of the frame, in pixels, as it is looked at. */
export type Size = { readonly width: number; readonly height: number };

/** A picture: its file, and what it is. */
export type PictureFile = { readonly path: string; readonly photo: PhotoKind };

/** The last seconds of a picture, in which the next one appears. */
const FADE_SECONDS = 0.4;
const SOUND_FADE_SECONDS = 0.5;
const FPS = 25;
/** The longer and the shorter side of the frame. */
const MOST_LONG = 1920;
const MOST_SHORT = 1080;
const LEAST_SIDE = 16;

/**
 * The frame for pictures: the most frequent size among those of the most frequent orientation, at most 1080 × 1920, 1920 × 1080 or
 * 1080 × 1080, in even numbers.
 */
export function frameOf(sizes: readonly Size[]): Size {
  const shape = mostFrequent(sizes.map(({ width, height }) => Math.sign(height - width)));
  const alike = sizes.filter(({ width, height }) => Math.sign(height - width) === shape);
  const most = mostFrequent(alike.map(({ width, height }) => `${width} ${height}`));
  const [width = MOST_SHORT, height = MOST_SHORT] = (most ?? '').split(' ').map(Number);
  const [mostWide, mostHigh] = [
    shape === -1 ? MOST_LONG : MOST_SHORT,
    shape === 1 ? MOST_LONG : MOST_SHORT,
  ];
  const scale = Math.min(1, mostWide / width, mostHigh / height);
  return { width: even(width * scale), height: even(height * scale) };
}

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most);
}

const even = (side: number) => Math.max(LEAST_SIDE, 2 * Math.round(side / 2));

/** ffprobe: size and orientation of a picture, which is decoded for them. */
export function sizeArguments({ path, photo }: PictureFile): string[] {
  return [
    ...QUIET_ARGUMENTS,
    ...guardedInput(PHOTO_DEMUXERS[photo], { path }),
    ...['-read_intervals', '%+#1'],
    ...['-show_entries', 'frame=width,height:frame_side_data=rotation', '-of', 'json'],
  ];
}

/** ffmpeg: a picture as a JPEG of the frame's size, upright, in the middle of black. */
export function pictureArguments(
  { path, photo }: PictureFile,
  { width, height }: Size,
  output: string,
): string[] {
  const filters = [
    // On black where it is transparent.
    ...(photo === 'jpg' ? [] : ['format=rgba,premultiply=inplace=1,format=rgb24']),
    `scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=lanczos`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    'setsar=1',
    'format=yuvj420p',
  ];
  return [
    ...['-nostdin', '-y', '-xerror', ...QUIET_ARGUMENTS],
    ...guardedInput(PHOTO_DEMUXERS[photo], { path }),
    ...['-map', '0:V:0', '-frames:v', '1', ...NOTHING_ELSE],
    ...['-filter:v', filters.join(','), '-q:v', '2', '-f', 'mjpeg', `file:${output}`],
  ];
}

/** The video to make: JPEGs of one size in one file, in the order of {@link filmOrder}. */
export type ShowOptions = {
  readonly pictures: string;
  readonly secondsPerPicture: number;
  readonly durationSeconds: number;
  readonly sound: { readonly demuxer: Demuxer; readonly place: InputPlace } | null;
  readonly output: string;
};

/**
 * Which picture is each frame of the film: each where it begins and where its fade begins, and the last once more at the end of
 * its own.
 */
export function filmOrder(pictures: number): readonly number[] {
  const twice = Array.from({ length: 2 * pictures }, (_, frame) => Math.floor(frame / 2));
  return [...twice, pictures - 1];
}

/** ffmpeg: the video. One stream of pictures is blended, so that its memory does not grow with their number. */
export function showArguments(options: ShowOptions): string[] {
  const { pictures, secondsPerPicture, durationSeconds, sound, output } = options;
  const { muxer } = FFMPEG_FORMATS.mp4;
  if (!muxer) throw new TypeError('MP4 is written');
  const filters = [
    'settb=1/1000',
    `setpts='1000*(ceil(N/2)*${secondsPerPicture}-mod(N,2)*${FADE_SECONDS})'`,
    'scale=in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv',
    'format=yuv420p',
    // Fills the time between two frames by blending them; also where they have nothing in common, which it would take for a cut.
    `framerate=fps=${FPS}:interp_start=0:interp_end=255:scene=100`,
  ];
  return [
    ...START,
    ...guardedInput('jpeg_pipe', { path: pictures }),
    ...(sound ? guardedInput(sound.demuxer, sound.place) : []),
    ...['-map', '0:V:0', ...(sound ? ['-map', '1:a:0'] : []), ...NOTHING_ELSE, '-sn'],
    ...['-filter:v', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...['-color_range', 'tv'],
    ...(sound ? soundArguments(durationSeconds) : []),
    ...['-t', String(durationSeconds), '-max_muxing_queue_size', '4096'],
    ...muxer({ isAac: sound !== null, indexBytes: null }),
    `file:${output}`,
  ];
}

/** Once, as long as the pictures: a shorter sound is followed by silence, a longer one fades out. */
function soundArguments(durationSeconds: number): string[] {
  const filters = [
    'aresample=async=1:first_pts=0',
    'aformat=sample_rates=48000|44100:channel_layouts=stereo|mono',
    'apad',
    `afade=t=out:st=${durationSeconds - SOUND_FADE_SECONDS}:d=${SOUND_FADE_SECONDS}`,
  ];
  return ['-filter:a', filters.join(','), '-c:a', 'aac', '-b:a', `${SLIDESHOW_KILOBITS}k`];
}
