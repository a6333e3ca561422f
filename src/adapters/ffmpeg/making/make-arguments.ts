// ffmpeg's arguments for each output: a muxed MP4, a copied audio stream, an MP3 with tags. Pure.
import type { FileFormat, Mp3Rate } from '../../../shared/formats.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import {
  type Demuxer,
  guardedInput,
  type InputPlace,
  QUEUE_ARGUMENTS,
  QUIET_ARGUMENTS,
} from './guarded-input.ts';

/** One input: its demuxer, where to read it, and its delay after the others. */
export type FfmpegInput = {
  readonly demuxer: Demuxer;
  readonly place: InputPlace;
  readonly delaySeconds: number;
};

/** The output: which input has the video, which the audio, and their codecs. */
export type CopyOptions = {
  readonly inputs: readonly FfmpegInput[];
  readonly picture: { readonly input: number; readonly isH265: boolean } | null;
  readonly sound: { readonly input: number; readonly isAac: boolean } | null;
  readonly container: FileFormat;
  /**
   * Bytes to reserve for the index at the front, see {@link indexReserveBytes}; null to write it last and move the
   * media.
   */
  readonly indexBytes: number | null;
  readonly output: string;
};

/** An MP3. `cover` is the path of a JPEG; the output is cut at `maxSeconds`. */
export type Mp3Options = {
  readonly input: FfmpegInput;
  readonly kilobitsPerSecond: Mp3Rate;
  readonly title: string | null;
  readonly artist: string | null;
  readonly cover: string | null;
  readonly maxSeconds: number | null;
  readonly output: string;
};

const START = ['-nostdin', '-y', ...QUIET_ARGUMENTS, '-progress', 'pipe:1', '-stats_period', '0.5'];
// Titles, chapters, data and subtitles of an untrusted file are dropped.
const NOTHING_ELSE = ['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn'];
const MAX_TAG_LENGTH = 200;
// Sample rates that MP3 players support; at lower ones MP3 does not reach 320 kbps.
const MP3_SOUND = 'aformat=sample_rates=44100|48000|32000:channel_layouts=stereo|mono';

/** The arguments that copy video and audio without re-encoding. */
export function copyArguments(order: CopyOptions): string[] {
  const { picture, sound, output, indexBytes } = order;
  const { muxer } = FFMPEG_FORMATS[order.container];
  if (!muxer) throw new TypeError(`${order.container} is passed through, not written`);
  return [
    ...START,
    ...inputWords(order.inputs),
    ...(picture ? ['-map', `${picture.input}:V:0`] : []),
    ...(sound ? ['-map', `${sound.input}:a:0`] : []),
    ...NOTHING_ELSE,
    '-c',
    'copy',
    '-strict',
    '-2',
    '-max_muxing_queue_size',
    '4096',
    // Without it Apple's players show no video.
    ...(picture?.isH265 && order.container === 'mp4' ? ['-tag:v', 'hvc1'] : []),
    ...muxer({ isAac: sound?.isAac ?? false, indexBytes }),
    `file:${output}`,
  ];
}

/** The arguments that encode the audio of an input as MP3. */
export function mp3Arguments(order: Mp3Options): string[] {
  const { cover, maxSeconds, title, artist } = order;
  return [
    ...START,
    ...inputWords([order.input]),
    ...(cover ? guardedInput('jpeg_pipe', { path: cover }) : []),
    '-map',
    '0:a:0',
    ...(cover ? ['-map', '1:v:0'] : []),
    ...NOTHING_ELSE,
    '-c:a',
    'libmp3lame',
    '-b:a',
    `${order.kilobitsPerSecond}k`,
    '-filter:a',
    MP3_SOUND,
    ...(cover ? ['-c:v', 'copy', '-disposition:v:0', 'attached_pic'] : []),
    ...(cover ? ['-metadata:s:v:0', 'comment=Cover (front)'] : []),
    ...(title ? ['-metadata', `title=${tagOf(title)}`] : []),
    ...(artist ? ['-metadata', `artist=${tagOf(artist)}`] : []),
    ...(maxSeconds === null ? [] : ['-t', String(maxSeconds)]),
    '-id3v2_version',
    '3',
    '-write_id3v1',
    '0',
    '-f',
    'mp3',
    `file:${order.output}`,
  ];
}

function inputWords(inputs: readonly FfmpegInput[]): string[] {
  return inputs.flatMap(({ demuxer, place, delaySeconds }) =>
    guardedInput(demuxer, place, [
      ...(inputs.length > 1 || 'descriptor' in place ? QUEUE_ARGUMENTS : []),
      ...(delaySeconds > 0 ? ['-itsoffset', delaySeconds.toFixed(6)] : []),
    ]),
  );
}

/** One line of bounded length, without characters that could end an argument. */
function tagOf(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  return [...line].slice(0, MAX_TAG_LENGTH).join('').toWellFormed();
}
