// Compares what a finished file contains with what was expected. Pure.

import { MAX_MEDIA_SECONDS } from '../../shared/limits.ts';
import { FILE_FORMATS, type FileFormat } from '../../shared/media/formats.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media/media.ts';
import { MAX_DRIFT_SECONDS } from '../choosing/duration-limit.ts';
import { placesOf } from '../choosing/labels.ts';
import type { Expectation } from '../choosing/plan.ts';
import type { Receipt } from '../files/stored-file.ts';

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
  /** 8 bits and 4:2:0, as every decoder takes it; undefined where the index does not say. */
  readonly isPlain?: boolean;
  /** Its frames may be two fields of different moments. */
  readonly mayBeInterlaced?: boolean;
  /** HDR that does not say of which primaries, or how they became what is stored. */
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

/** Any other stream; a cover is the image of an audio file. */
export type ProbedOther = {
  readonly kind: 'cover' | 'subtitles' | 'other';
  readonly index: number;
};

/** The tags of a file that its edits keep. */
export type SourceTags = Readonly<Partial<Record<(typeof KEPT_TAGS)[number], string>>>;

/** The names of {@link SourceTags}, as ffmpeg writes them. */
export const KEPT_TAGS = ['title', 'artist', 'album', 'date', 'track'] as const;

/** The streams and duration that probing a file found, before decoding. */
export type Probe = {
  readonly bytes: number;
  readonly startSeconds: number;
  readonly durationSeconds: number | null;
  /** The highest frame rate that a stream declares. */
  readonly highestFps: number;
  readonly streams: readonly (ProbedPicture | ProbedSound | ProbedOther)[];
};

/** The most pixels of a frame: 8192 × 4608. */
export const MAX_PIXELS = 37_748_736;
/** The longest side of a frame that encoders take. */
const MAX_SIDE = 16_384;
/** The most audio channels: 7.1. */
export const MAX_CHANNELS = 8;
const MAX_STREAMS = 32;
const MAX_FPS = 300;
const MAX_APART_SECONDS = 0.5;

/** Why a file must not be decoded at all, or null when it may be. */
export function findExcess(probe: Probe): string | null {
  if (probe.streams.length > MAX_STREAMS) return `it has ${probe.streams.length} streams`;
  if (probe.highestFps > MAX_FPS) return `it claims ${probe.highestFps} pictures a second`;
  for (const stream of probe.streams) {
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

/** A sentence for the log about how a file differs from what was expected, or null when it does not. */
export function findFault(probe: Probe, container: FileFormat, expect: Expectation): string | null {
  const pictures = probe.streams.filter((stream) => stream.kind === 'picture');
  const sounds = probe.streams.filter((stream) => stream.kind === 'sound');
  const covers = probe.streams.filter(({ kind }) => kind === 'cover');
  const subtitles = probe.streams.filter(({ kind }) => kind === 'subtitles');
  const others = probe.streams.filter(({ kind }) => kind === 'other');
  if (others.length > 0)
    return `it has ${others.length} streams that are neither picture nor sound`;
  if (subtitles.length !== (expect.subtitles ?? 0))
    return `it has ${subtitles.length} subtitles instead of ${expect.subtitles ?? 0}`;
  if (FILE_FORMATS[container].kind === 'image')
    return pictures.length === 1 && sounds.length === 0 ? null : 'it is not one picture';
  if (
    covers.length > ((FILE_FORMATS[container].holds as readonly string[]).includes('cover') ? 1 : 0)
  )
    return 'it has a cover where none belongs';
  return (
    findPictureFault(pictures, expect.picture) ??
    findSoundFault(sounds, expect.sound) ??
    findDurationFault(probe, expect.durationSeconds) ??
    findDistance(pictures[0], sounds[0])
  );
}

function findPictureFault(
  pictures: readonly ProbedPicture[],
  expected: Expectation['picture'],
): string | null {
  if (expected === null)
    return pictures.length === 0 ? null : 'it has a picture where none belongs';
  const [picture] = pictures;
  if (!picture || pictures.length > 1) return `it has ${pictures.length} pictures instead of one`;
  if (expected.codec !== 'other' && picture.codec !== expected.codec)
    return `its picture is ${picture.codec} instead of ${expected.codec}`;
  const { width, height } = expected;
  const seen = [picture.width, picture.height] as const;
  const fits = (wide: number | null, high: number | null) =>
    isNear(seen[0], wide) && isNear(seen[1], high);
  return fits(width, height) || fits(height, width)
    ? null
    : `its picture is ${seen.join(' × ')} instead of ${width} × ${height}`;
}

/** Encoders round sizes to whole blocks of 16, and platforms round what they announce. */
function isNear(seen: number, announced: number | null): boolean {
  return announced === null || Math.abs(seen - announced) <= Math.max(16, announced * 0.02);
}

function findSoundFault(
  sounds: readonly ProbedSound[],
  expected: Expectation['sound'],
): string | null {
  if (expected === 'unknown') return sounds.length > 1 ? `it has ${sounds.length} sounds` : null;
  const wanted = expected === null ? 0 : 1;
  if (sounds.length !== wanted) return `it has ${sounds.length} sounds instead of ${wanted}`;
  const [sound] = sounds;
  // Other: the platform did not state the codec.
  return sound && expected && expected.codec !== 'other' && sound.codec !== expected.codec
    ? `its sound is ${sound.codec} instead of ${expected.codec}`
    : null;
}

function findDurationFault(probe: Probe, announced: number | null): string | null {
  const seen = probe.durationSeconds;
  if (seen === null || !(seen > 0)) return 'it has no duration';
  if (announced === null) return null;
  const allowed = Math.min(MAX_DRIFT_SECONDS, Math.max(1.5, announced * 0.002));
  return Math.abs(seen - announced) > allowed
    ? `it lasts ${seen} s where ${announced} s were announced`
    : null;
}

function findDistance(
  picture: ProbedPicture | undefined,
  sound: ProbedSound | undefined,
): string | null {
  if (!picture || !sound || picture.durationSeconds === null || sound.durationSeconds === null)
    return null;
  const apart = Math.abs(
    picture.startSeconds + picture.durationSeconds - sound.startSeconds - sound.durationSeconds,
  );
  return apart > MAX_APART_SECONDS ? `picture and sound end ${apart.toFixed(2)} s apart` : null;
}

/** The receipt of a file that passed its check. */
export function receiptOf(probe: Probe, container: FileFormat, extension: string): Receipt {
  const picture = probe.streams.find((stream) => stream.kind === 'picture');
  const sound = probe.streams.find((stream) => stream.kind === 'sound');
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
    bytes: probe.bytes,
    playsOn: placesOf(container, picture ?? null, sound ?? null),
    extension,
  };
}
