// The front part of every call of ffmpeg and ffprobe: what they may open, and how much of it they may believe. Pure.
import { MAX_PIXELS } from '../../../core/jobs/check-file.ts';
import type { MediaDemuxer, PhotoKind } from '../sniff-media.ts';

/** Demuxers that are ever asked for. */
export type Demuxer = MediaDemuxer | 'jpeg_pipe' | 'png_pipe' | 'webp_pipe' | 'gif';

/** One thing to read: a file by its absolute path, or a pipe by its descriptor. */
export type InputPlace = { readonly path: string } | { readonly descriptor: number };

const MAX_ALLOC_BYTES = 268_435_456;
// Packets that ffmpeg reads ahead of each of several pipes; with its own 8 it sleeps more than it works.
const QUEUED_PACKETS = 512;

/** For each photo the demuxer that reads one picture of it. */
export const PHOTO_DEMUXERS: Readonly<Record<PhotoKind, Demuxer>> = {
  jpg: 'jpeg_pipe',
  png: 'png_pipe',
  webp: 'webp_pipe',
  gif: 'gif',
};

/** Words that come first, before any input. `repeat`: without it, ffmpeg counts error lines instead of writing them. */
export const QUIET_ARGUMENTS: readonly string[] = [
  '-hide_banner',
  '-loglevel',
  'repeat+error',
  '-max_alloc',
  String(MAX_ALLOC_BYTES),
];

/** The words for one input, from its bounds to its address. */
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

/** What ffmpeg is told of several pipes, and ffprobe does not know. */
export const QUEUE_ARGUMENTS: readonly string[] = ['-thread_queue_size', String(QUEUED_PACKETS)];

/** An address that no name of a file can turn into an option, a device or another protocol. */
export function addressOf(place: InputPlace): string {
  return 'path' in place ? `file:${place.path}` : `pipe:${place.descriptor}`;
}
