// ffmpeg's arguments for each thing it makes: a joined MP4, a sound as it was, an MP3 with its tags. Pure.
import type { Mp3Rate } from '../../../core/choosing/choice.ts';
import type { FileContainer } from '../../../core/choosing/plan.ts';
import {
  type Demuxer,
  guardedInput,
  type InputPlace,
  QUEUE_ARGUMENTS,
  QUIET_ARGUMENTS,
} from './guarded-input.ts';

/** One input: what it is, where it is read, and by how much it begins after the others. */
export type FfmpegInput = {
  readonly demuxer: Demuxer;
  readonly place: InputPlace;
  readonly delaySeconds: number;
};

/** What goes into the file: which input has the picture, which the sound, and how they are coded. */
export type CopyOptions = {
  readonly inputs: readonly FfmpegInput[];
  readonly picture: { readonly input: number; readonly isH265: boolean } | null;
  readonly sound: { readonly input: number; readonly isAac: boolean } | null;
  readonly container: Exclude<FileContainer, 'image'>;
  /** Room to leave for the index at the front, see {@link indexRoom}; null to write it last and move everything. */
  readonly indexBytes: number | null;
  readonly output: string;
};

/** An MP3 to make. `cover` is the path of a JPEG. Longer than `maxSeconds` it does not get. */
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
// Titles, chapters, data and subtitles of a stranger's file stay behind.
const NOTHING_ELSE = ['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn'];
const MAX_TAG_LENGTH = 200;
// What MP3 players know; an MP3 of fewer samples a second could not have 320 kbps at all.
const MP3_SOUND = 'aformat=sample_rates=44100|48000|32000:channel_layouts=stereo|mono';

/** The arguments that copy picture and sound into a file without coding them again. */
export function copyArguments(order: CopyOptions): string[] {
  const { picture, sound, output } = order;
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
    // Without it, Apple's players show no picture.
    ...(picture?.isH265 && order.container === 'mp4' ? ['-tag:v', 'hvc1'] : []),
    ...muxerWords(order),
    `file:${output}`,
  ];
}

/** The arguments that code the sound of an input as MP3. */
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

function muxerWords({ container, sound, indexBytes }: CopyOptions): string[] {
  const indexInFront =
    indexBytes === null ? ['-movflags', '+faststart'] : ['-moov_size', String(indexBytes)];
  switch (container) {
    case 'mp4':
      return [...indexInFront, '-f', 'mp4'];
    case 'm4a':
      // `ipod` is the same with the brand of a file of sound, but it knows fewer codecs.
      return [...indexInFront, '-f', sound?.isAac ? 'ipod' : 'mp4'];
    case 'webm':
      return ['-cues_to_front', '1', '-f', 'webm'];
    case 'ogg':
      return ['-f', 'ogg'];
    case 'mp3':
      return ['-id3v2_version', '3', '-f', 'mp3'];
  }
}

/** One line of bounded length, without what could end an argument. */
function tagOf(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  return [...line].slice(0, MAX_TAG_LENGTH).join('').toWellFormed();
}
