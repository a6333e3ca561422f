// The input arguments of every ffmpeg and ffprobe call: what it may open, and its limits. Pure.
import { MAX_PIXELS } from '../../../core/files/checking/find-fault.ts';
import type { MediaDemuxer, PhotoKind } from '../sniff-media.ts';
import { DECODERS } from './decoders.ts';

/** All demuxers that are used. */
export type Demuxer =
  | MediaDemuxer
  | 'srt'
  | 'ffmetadata'
  | 'jpeg_pipe'
  | 'png_pipe'
  | 'webp_pipe'
  | 'gif'
  | 'h264';

/** One input: a file by its absolute path, or a pipe by its descriptor. */
export type InputPlace = { readonly path: string } | { readonly descriptor: number };

const MAX_ALLOC_BYTES = 268_435_456;
// Packets that ffmpeg reads ahead of each of several pipes; with its default of 8 it mostly waits.
const QUEUED_PACKETS = 512;

/** The demuxer for one image of each photo format. */
export const PHOTO_DEMUXERS: Readonly<Record<PhotoKind, Demuxer>> = {
  jpg: 'jpeg_pipe',
  png: 'png_pipe',
  webp: 'webp_pipe',
  gif: 'gif',
};

/**
 * Arguments that precede any input. Without `repeat` ffmpeg would count repeated error lines instead of writing them.
 */
export const QUIET_ARGUMENTS: readonly string[] = [
  '-hide_banner',
  '-loglevel',
  'repeat+error',
  '-max_alloc',
  String(MAX_ALLOC_BYTES),
];

/** The arguments of one input, from its limits to its address. */
export function guardedInput(
  demuxer: Demuxer,
  place: InputPlace,
  own: readonly string[] = [],
): string[] {
  const isFile = 'path' in place;
  return [
    '-protocol_whitelist',
    isFile ? 'file' : 'pipe',
    '-format_whitelist',
    demuxer,
    '-codec_whitelist',
    DECODERS,
    '-max_pixels',
    String(MAX_PIXELS),
    '-max_streams',
    '32',
    '-probesize',
    '5M',
    '-analyzeduration',
    '10M',
    '-threads',
    '2',
    ...own,
    '-f',
    demuxer,
    '-i',
    addressOf(place),
  ];
}

/** For several pipes; ffmpeg only, ffprobe does not know it. */
export const QUEUE_ARGUMENTS: readonly string[] = ['-thread_queue_size', String(QUEUED_PACKETS)];

/** An address that no file name can turn into an option, a device or another protocol. */
function addressOf(place: InputPlace): string {
  return 'path' in place ? `file:${place.path}` : `pipe:${place.descriptor}`;
}
