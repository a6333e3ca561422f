// Compares what a finished file contains with what it must hold. Pure.

import { MAX_MEDIA_SECONDS } from '../../../shared/limits.ts';
import { FILE_FORMATS, type FileFormat } from '../../../shared/media/formats.ts';
import type { AudioCodec, VideoCodec } from '../../../shared/media/media.ts';
import { placesOf } from '../../choosing/labels.ts';
import type { Expectation } from '../../choosing/plan.ts';
import type { Receipt } from '../stored-file.ts';

/** A video stream or image. Sizes in pixels after rotation; times in seconds. */
export type ProbedPicture = {
  readonly kind: 'picture';
  readonly index: number;
  readonly codec: VideoCodec;
  readonly width: number;
  readonly height: number;
  readonly fps: number | null;
  readonly dynamicRange: 'sdr' | 'hdr';
  readonly startSeconds: number;
  readonly durationSeconds: number | null;
  /** The rate of the clock that its frames are on: above `fps` where they do not follow evenly, and up to 1000. */
  readonly clockFps?: number | null;
  /** 8 bits, 4:2:0 and no fields, as every player shows it; undefined where the index does not say. */
  readonly isPlain?: boolean;
  /** Its frames may be two fields of different moments. */
  readonly mayBeInterlaced?: boolean;
  /** HDR that does not say, or not so that it can be converted, of which primaries it is, or how they became what is stored. */
  readonly lacksPrimaries?: boolean;
  /** Dolby Vision without a base layer that other decoders show rightly. */
  readonly isDolbyVision?: boolean;
};

/** An audio stream; times in seconds. */
export type ProbedSound = {
  readonly kind: 'sound';
  readonly index: number;
  readonly codec: AudioCodec;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bitsPerSecond: number | null;
  readonly startSeconds: number;
  readonly durationSeconds: number | null;
  /** It accompanies another sound: a comment, a description, a dub. */
  readonly isExtra?: boolean;
};

/** Any other stream; a cover is the image of an audio file, and chapters are the texts that an MP4 has for its players. */
export type ProbedOther = {
  readonly kind: 'cover' | 'subtitles' | 'chapters' | 'other';
  readonly index: number;
};

/** The tags of a file that its edits keep. */
export type SourceTags = Readonly<Partial<Record<(typeof KEPT_TAGS)[number], string>>>;

/** The names of {@link SourceTags}, as ffmpeg writes them. */
export const KEPT_TAGS = [
  'title',
  'artist',
  'album',
  'album_artist',
  'date',
  'track',
  'disc',
  'genre',
] as const;

/** The streams and duration that probing a file found, before decoding. */
export type Probe = {
  readonly bytes: number;
  readonly startSeconds: number;
  readonly durationSeconds: number | null;
  readonly streams: readonly (ProbedPicture | ProbedSound | ProbedOther)[];
};

/**
 * What a finished file must hold, by what its sources hold: `apartSeconds` is how much later its picture ends than its sound, null
 * where that is not known, and `leadSeconds` how late the first of both starts. A codec `other` stands for any.
 */
export type Expected = Expectation & {
  readonly apartSeconds?: number | null;
  readonly leadSeconds?: number;
};

/** The most pixels of a frame: 8192 × 4608. */
export const MAX_PIXELS = 37_748_736;
/** The longest side of a frame that encoders take. */
const MAX_SIDE = 16_384;
/** The most audio channels: 7.1. */
export const MAX_CHANNELS = 8;
const MAX_STREAMS = 32;
const MAX_FPS = 300;
/** What containers and encoders round at the ends, and less than the smallest piece that a network loses. */
export const MAX_DIFFERENCE_SECONDS = 0.5;

/** Why a file must not be decoded at all, or null when it may be. */
export function findExcess(probe: Probe): string | null {
  if (probe.streams.length > MAX_STREAMS) return `it has ${probe.streams.length} streams`;
  for (const stream of probe.streams) {
    if (stream.kind === 'picture' && (stream.fps ?? 0) > MAX_FPS)
      return `it has ${stream.fps} pictures a second`;
    if (stream.kind === 'picture' && isTooLarge(stream))
      return `its picture is ${stream.width} × ${stream.height}`;
    if (stream.kind === 'sound' && stream.channels > MAX_CHANNELS)
      return `its sound has ${stream.channels} channels`;
  }
  return (probe.durationSeconds ?? 0) > MAX_MEDIA_SECONDS
    ? `it lasts ${probe.durationSeconds} s`
    : null;
}

function isTooLarge({ width, height }: ProbedPicture): boolean {
  return width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE;
}

/** A sentence for the log about how a file differs from what it must hold, or null when it does not. */
export function findFault(probe: Probe, container: FileFormat, expected: Expected): string | null {
  const of = (kind: Probe['streams'][number]['kind']) =>
    probe.streams.filter((stream) => stream.kind === kind).length;
  const { pictures, sounds } = mediaOf(probe);
  if (of('other') > 0) return `it has ${of('other')} streams that are neither picture nor sound`;
  const subtitles = expected.subtitles ?? 0;
  if (of('subtitles') !== subtitles)
    return `it has ${of('subtitles')} subtitles instead of ${subtitles}`;
  if (FILE_FORMATS[container].kind === 'image')
    return pictures.length === 1 && sounds.length === 0 ? null : 'it is not one picture';
  const holds: readonly string[] = FILE_FORMATS[container].holds;
  if (of('cover') > (holds.includes('cover') ? 1 : 0)) return 'it has a cover where none belongs';
  if (of('chapters') > (holds.includes('chapters') ? 1 : 0))
    return 'it has chapters where none belong';
  return (
    findPictureFault(pictures, expected.picture) ??
    findSoundFault(sounds, expected.sound) ??
    findDurationFault(probe, expected)
  );
}

function mediaOf({ streams }: Probe) {
  return {
    pictures: streams.filter((stream) => stream.kind === 'picture'),
    sounds: streams.filter((stream) => stream.kind === 'sound'),
  };
}

function findPictureFault(
  pictures: readonly ProbedPicture[],
  expected: Expected['picture'],
): string | null {
  if (expected === null)
    return pictures.length === 0 ? null : 'it has a picture where none belongs';
  const [picture] = pictures;
  if (!picture || pictures.length > 1) return `it has ${pictures.length} pictures instead of one`;
  if (expected.codec !== 'other' && picture.codec !== expected.codec)
    return `its picture is ${picture.codec} instead of ${expected.codec}`;
  const { width, height } = expected;
  const isAsExpected = isNear(picture.width, width) && isNear(picture.height, height);
  return isAsExpected
    ? null
    : `its picture is ${picture.width} × ${picture.height} instead of ${width} × ${height}`;
}

/** Encoders round sizes to whole blocks of 16, and platforms round what they announce. */
export function isNear(seen: number, expected: number | null): boolean {
  return expected === null || Math.abs(seen - expected) <= Math.max(16, expected * 0.02);
}

function findSoundFault(
  sounds: readonly ProbedSound[],
  expected: Expected['sound'],
): string | null {
  if (expected === 'unknown') return sounds.length > 1 ? `it has ${sounds.length} sounds` : null;
  const wanted = expected === null ? 0 : 1;
  if (sounds.length !== wanted) return `it has ${sounds.length} sounds instead of ${wanted}`;
  const [sound] = sounds;
  return sound && expected && expected.codec !== 'other' && sound.codec !== expected.codec
    ? `its sound is ${sound.codec} instead of ${expected.codec}`
    : null;
}

function findDurationFault(probe: Probe, expected: Expected): string | null {
  const seen = probe.durationSeconds;
  if (seen === null || !(seen > 0)) return 'it has no duration';
  const { leadSeconds = 0, durationSeconds: least } = expected;
  const isAsLong = (seconds: number) => !isApart(seen, seconds);
  // Some formats keep what is before a late start.
  if (least !== null && ![least, least + leadSeconds].some(isAsLong))
    return `it lasts ${seen} s where its source lasts ${expected.durationSeconds} s`;
  const apart = apartIn(probe);
  const { apartSeconds: wanted = null } = expected;
  if (apart === null || wanted === null || !isApart(apart, wanted)) return null;
  return `its picture ends ${apart.toFixed(2)} s after its sound instead of ${wanted.toFixed(2)} s`;
}

const isApart = (one: number, other: number) => Math.abs(one - other) > MAX_DIFFERENCE_SECONDS;

/** How much later the picture of a file ends than its sound, in seconds; null where it lacks one, or does not tell. */
function apartIn(probe: Probe): number | null {
  const { pictures, sounds } = mediaOf(probe);
  const [picture, sound] = [endOf(pictures[0]), endOf(sounds[0])];
  return picture === null || sound === null ? null : picture - sound;
}

function endOf(stream: ProbedPicture | ProbedSound | undefined): number | null {
  if (!stream || stream.durationSeconds === null) return null;
  return stream.startSeconds + stream.durationSeconds;
}

/** The receipt of a file that passed its check. */
export function receiptOf(probe: Probe, container: FileFormat, extension: string): Receipt {
  const picture = probe.streams.find((stream) => stream.kind === 'picture');
  const sound = probe.streams.find((stream) => stream.kind === 'sound');
  const apart = apartIn(probe);
  return {
    container,
    picture: picture
      ? {
          codec: picture.codec,
          width: picture.width,
          height: picture.height,
          fps: FILE_FORMATS[container].kind === 'image' ? null : picture.fps,
        }
      : null,
    sound: sound
      ? {
          codec: sound.codec,
          sampleRateHz: sound.sampleRateHz,
          channels: sound.channels,
          kilobitsPerSecond:
            sound.bitsPerSecond === null ? null : Math.round(sound.bitsPerSecond / 1000),
        }
      : null,
    durationSeconds: FILE_FORMATS[container].kind === 'image' ? null : probe.durationSeconds,
    ...(apart !== null && isApart(apart, 0) ? { apartSeconds: apart } : {}),
    bytes: probe.bytes,
    playsOn: placesOf(container, picture ?? null, sound ?? null),
    extension,
  };
}
