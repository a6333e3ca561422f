// How ffmpeg writes each format of a finished file, and how such a file is recognized.
import type { FileFormat } from '../../shared/media/formats.ts';
import { type Demuxer, PHOTO_DEMUXERS } from './making/guarded-input.ts';

/**
 * What a muxer may depend on: the audio codec and its sample rate, and bytes to reserve for the index at the front (null: written last,
 * then moved).
 */
export type MuxerOptions = {
  readonly isAac: boolean;
  readonly rateHz?: number | undefined;
  readonly indexBytes: number | null;
};

/** `muxer`: the output's arguments; null for a format that is never written, only passed through. */
type FfmpegFormat = {
  readonly demuxers: readonly Demuxer[];
  readonly muxer: ((options: MuxerOptions) => readonly string[]) | null;
};

/** One row per format. A finished file is read by one of `demuxers`. */
export const FFMPEG_FORMATS: Readonly<Record<FileFormat, FfmpegFormat>> = {
  mp4: { demuxers: ['mov'], muxer: ({ indexBytes }) => [...indexInFront(indexBytes), '-f', 'mp4'] },
  m4a: {
    demuxers: ['mov'],
    // `ipod` is the same with the brand of an audio file, but supports fewer codecs.
    muxer: ({ indexBytes, isAac, rateHz }) => [
      ...indexInFront(indexBytes),
      // The edit list says to the sample where the sound begins and ends; by default, to the millisecond.
      ...(rateHz ? ['-movie_timescale', String(rateHz)] : []),
      '-f',
      isAac ? 'ipod' : 'mp4',
    ],
  },
  mov: { demuxers: ['mov'], muxer: ({ indexBytes }) => [...indexInFront(indexBytes), '-f', 'mov'] },
  avi: { demuxers: ['avi'], muxer: () => ['-f', 'avi'] },
  webm: { demuxers: ['matroska'], muxer: () => ['-cues_to_front', '1', '-f', 'webm'] },
  ogg: { demuxers: ['ogg'], muxer: () => ['-f', 'ogg'] },
  mp3: { demuxers: ['mp3'], muxer: () => ['-id3v2_version', '3', '-f', 'mp3'] },
  aac: { demuxers: ['aac'], muxer: () => ['-f', 'adts'] },
  mkv: { demuxers: ['matroska'], muxer: null },
  ts: { demuxers: ['mpegts'], muxer: null },
  flv: { demuxers: ['flv'], muxer: null },
  wav: { demuxers: ['wav'], muxer: null },
  flac: { demuxers: ['flac'], muxer: null },
  image: { demuxers: Object.values(PHOTO_DEMUXERS), muxer: null },
};

function indexInFront(indexBytes: number | null): string[] {
  return indexBytes === null ? ['-movflags', '+faststart'] : ['-moov_size', String(indexBytes)];
}
