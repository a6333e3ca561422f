// The ffmpeg and ffprobe arguments for each check of a finished file. Pure.
import type { VideoCodec } from '../../../shared/media/media.ts';
import { type Demuxer, guardedInput, QUIET_ARGUMENTS } from '../making/guarded-input.ts';

export type CheckedFile = { readonly demuxer: Demuxer; readonly path: string };

export const SAMPLE_SECONDS = 2;
const SPOT_CHECK_INTERVAL_SECONDS = 2;
const SPOT_CHECK_PACKETS = 3;
// Keeps the argument well below the kernel's limit.
const MAX_SPOT_CHECKS = 3000;

/** Bitstream filters that parse each packet and report one whose parts do not add up to its length. */
const WALKS: Readonly<Partial<Record<VideoCodec, string>>> = {
  h264: 'filter_units=remove_types=30',
  h265: 'filter_units=remove_types=60',
  av1: 'filter_units=remove_types=9',
  vp9: 'vp9_metadata',
};

/** Whether the samples of a file cover all of it. */
export function samplesAreAll(durationSeconds: number): boolean {
  return durationSeconds <= 4 * SAMPLE_SECONDS;
}

/**
 * ffprobe: two seconds of every stream at the start, in the middle and at the end; all of a short file, one frame of a
 * photo.
 */
export function sampleArguments(file: CheckedFile, durationSeconds: number | null): string[] {
  const intervals = sampleIntervals(durationSeconds);
  return [
    ...probeArguments(file),
    ...(intervals === null ? [] : ['-read_intervals', intervals]),
    ...FRAME_ARGUMENTS,
  ];
}

/** ffprobe: a few audio packets every two seconds, which is cheap and finds every noticeable gap. */
export function audioSpotCheckArguments(file: CheckedFile, durationSeconds: number): string[] {
  const every = Math.max(SPOT_CHECK_INTERVAL_SECONDS, durationSeconds / MAX_SPOT_CHECKS);
  const crumbs: string[] = [];
  for (let at = 0; at < durationSeconds; at += every)
    crumbs.push(`${at.toFixed(1)}%+#${SPOT_CHECK_PACKETS}`);
  return [
    ...probeArguments(file),
    '-select_streams',
    'a',
    '-read_intervals',
    crumbs.join(','),
    ...FRAME_ARGUMENTS,
  ];
}

/** ffprobe: the first frames of a stream, wherever it begins. */
export function firstFramesArguments(file: CheckedFile, index: number): string[] {
  const first = ['-select_streams', String(index), '-read_intervals', `%+#${SPOT_CHECK_PACKETS}`];
  return [...probeArguments(file), ...first, ...FRAME_ARGUMENTS];
}

/** ffmpeg: parses every video packet without decoding it; null for a codec without such a filter. */
export function walkArguments(file: CheckedFile, codec: VideoCodec): string[] | null {
  const filter = WALKS[codec];
  if (filter === undefined) return null;
  const outcome = ['-map', '0:V', '-c', 'copy', '-bsf:v', filter, '-f', 'null', '-'];
  return [...inputArguments(file), ...outcome];
}

/** ffmpeg: decodes everything, or all sound, up to the first error. */
export function decodeAllArguments(file: CheckedFile, what: 'all' | 'sound' = 'all'): string[] {
  const maps = what === 'sound' ? ['-map', '0:a'] : ['-map', '0:V?', '-map', '0:a?'];
  return [...inputArguments(file), ...maps, '-f', 'null', '-'];
}

/** A line for each packet, as `seePackets` takes it, and one with the index of its stream for each frame. */
const FRAME_ARGUMENTS = [
  ...['-show_data_hash', 'adler32', '-of', 'csv=p=0'],
  ...['-show_entries', 'packet=stream_index,pts,data_hash:frame=stream_index'],
];

function probeArguments({ demuxer, path }: CheckedFile): string[] {
  return [...QUIET_ARGUMENTS, ...guardedInput(demuxer, { path })];
}

function inputArguments({ demuxer, path }: CheckedFile): string[] {
  return ['-nostdin', '-xerror', ...QUIET_ARGUMENTS, ...guardedInput(demuxer, { path })];
}

function sampleIntervals(durationSeconds: number | null): string | null {
  if (durationSeconds === null) return '%+#1';
  if (samplesAreAll(durationSeconds)) return null;
  const last = durationSeconds - SAMPLE_SECONDS;
  return [0, last / 2, last].map((at) => `${at.toFixed(3)}%+${SAMPLE_SECONDS}`).join(',');
}
