// ffmpeg's arguments for a file whose streams are copied: joined, alone, or a part of them. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import type { AudioCodec, VideoCodec } from '../../../shared/media/media.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import {
  extraInputs,
  extraMaps,
  extraOptions,
  type FfmpegExtras,
  languageOption,
  NO_EXTRAS,
  nothingElse,
} from './extra-arguments.ts';
import {
  type Demuxer,
  guardedInput,
  type InputPlace,
  QUEUE_ARGUMENTS,
  QUIET_ARGUMENTS,
} from './guarded-input.ts';

/** One input: its demuxer, where to read it, and when it begins in the item. */
export type FfmpegInput = {
  readonly demuxer: Demuxer;
  readonly place: InputPlace;
  readonly delaySeconds: number;
};

/** The output: which input has the video, which the audio, at which of its streams, and their codecs. */
export type CopyOptions = {
  readonly inputs: readonly FfmpegInput[];
  readonly picture: { readonly input: number; readonly codec: VideoCodec } | null;
  readonly sound: {
    readonly input: number;
    readonly index: number;
    readonly codec: AudioCodec;
    readonly sampleRateHz?: number;
  } | null;
  readonly container: FileFormat;
  /** The part to copy, from a key frame on; the whole by default. */
  readonly span?: Span;
  /** How much of the beginning of the part is not shown. Default: nothing. */
  readonly hiddenSeconds?: number;
  /**
   * Bytes to reserve for the index at the front, see {@link indexReserveBytes}; null to write it last and move the
   * media.
   */
  readonly indexBytes: number | null;
  /** Nothing by default. */
  readonly extras?: FfmpegExtras;
  readonly output: string;
};

/** The first arguments of every run. */
export const START: readonly string[] = [
  '-nostdin',
  '-y',
  ...QUIET_ARGUMENTS,
  '-progress',
  'pipe:1',
  '-stats_period',
  '0.5',
];
/** Codecs of which a picture may be shown before the key frame that it follows; it needs the pictures before that as well. */
const REORDERED: ReadonlySet<VideoCodec> = new Set(['h264', 'h265', 'h266']);
/** Times are those of the part, which begins at a key frame. */
const WITHOUT_LEADING = ['-bsf:v', "noise=drop='lt(pts*tb,-0.0005)'"];

/** Formats that cannot hide the sound before the time, at which pages and clusters of sources seldom begin. */
const SHOWS_ALL: ReadonlySet<FileFormat> = new Set(['ogg', 'webm', 'mp3', 'aac']);
const WITHOUT_EARLIER_SOUND = ['-copypriorss:a', '0'];

/** The arguments that copy video and audio without re-encoding. */
export function copyArguments(order: CopyOptions): string[] {
  const { picture, sound, extras = NO_EXTRAS, output, indexBytes } = order;
  const { muxer } = FFMPEG_FORMATS[order.container];
  if (!muxer) throw new TypeError(`${order.container} is passed through, not written`);
  return [
    ...START,
    ...inputArguments(order.inputs, order.span?.startSeconds),
    ...extraInputs(extras, { lead: 0, hidden: order.hiddenSeconds ?? 0 }),
    ...(picture ? ['-map', `${picture.input}:V:0`] : []),
    ...(sound ? ['-map', `${sound.input}:${sound.index}`] : []),
    ...extraMaps(extras, order.inputs.length),
    ...nothingElse(extras, order.inputs.length),
    '-c',
    'copy',
    ...extraOptions(extras, order.container),
    ...(sound ? languageOption(extras, sound.index) : []),
    '-strict',
    '-2',
    '-max_muxing_queue_size',
    '4096',
    ...(picture ? sampleEntry(picture.codec, order.container) : []),
    ...(picture && order.span && REORDERED.has(picture.codec) ? WITHOUT_LEADING : []),
    ...(order.span && SHOWS_ALL.has(order.container) ? WITHOUT_EARLIER_SOUND : []),
    // What is before 0 goes into the edit list.
    ...(order.hiddenSeconds ? ['-output_ts_offset', (-order.hiddenSeconds).toFixed(6)] : []),
    ...(order.span ? ['-t', (order.span.endSeconds - order.span.startSeconds).toFixed(6)] : []),
    ...muxer({ isAac: sound?.codec === 'aac', rateHz: sound?.sampleRateHz, indexBytes }),
    `file:${output}`,
  ];
}

/** Names a copied video as phones and Apple's players read it: parameters are in the index, not in the stream. */
export function sampleEntry(codec: VideoCodec, container: FileFormat): string[] {
  if (container !== 'mp4' && container !== 'mov') return [];
  if (codec === 'h265') return ['-tag:v', 'hvc1'];
  return codec === 'h264' ? ['-tag:v', 'avc1'] : [];
}

/** The arguments of the inputs, which are read from `startSeconds` of the item on. */
export function inputArguments(inputs: readonly FfmpegInput[], startSeconds = 0): string[] {
  return inputs.flatMap(({ demuxer, place, delaySeconds }) =>
    guardedInput(demuxer, place, [
      ...(inputs.length > 1 || 'descriptor' in place ? QUEUE_ARGUMENTS : []),
      ...seekTo(startSeconds - delaySeconds),
    ]),
  );
}

/** Nothing for the start of an input: without an index, even that could not be found. An input that begins later waits. */
function seekTo(seconds: number): string[] {
  if (seconds > 0) return ['-ss', seconds.toFixed(6)];
  return seconds < 0 ? ['-itsoffset', (-seconds).toFixed(6)] : [];
}
