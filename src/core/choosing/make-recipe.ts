// Which streams of a source a format takes unchanged, how the others are encoded, and what the file then holds. Pure.

import { AUDIO_RATES, type EditTarget } from '../../shared/media/edit-targets.ts';
import type { FileFormat } from '../../shared/media/formats.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media/media.ts';
import type { Quality } from '../../shared/media/qualities.ts';
import type { Span } from './choice.ts';
import type { AudioEncoding, EncodeRecipe, Expectation, Recipe, VideoEncoding } from './plan.ts';
import { MOST_LINES } from './video-options.ts';

/** The streams of a source, or of several together. Sizes in pixels, null where the platform names none; rates where known. */
export type Streams = {
  readonly picture: {
    readonly codec: VideoCodec;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
  readonly sound: {
    readonly codec: AudioCodec;
    readonly kilobitsPerSecond?: number | null;
    /** It is made of several, and so is encoded. */
    readonly isMixed?: boolean;
  } | null;
};

/** What bounds the picture and the bit rate of the audio; null leaves both to the format. */
export type Bounds = {
  readonly quality: Quality | null;
  readonly kilobitsPerSecond: number | null;
};

/** An encoding to make. `fit` has the streams that fit a size; with `isReencoded` no sound is copied. */
export type Encoding = Bounds & {
  readonly container: FileFormat;
  readonly span: Span | null;
  readonly cuts?: readonly Span[];
  readonly maxBytes: number | null;
  readonly isReencoded?: boolean;
  readonly fit: {
    readonly picture: VideoEncoding | null;
    readonly sound: AudioEncoding | null;
  } | null;
};

/** Whether a format takes all streams unchanged. */
export function keepsAll(streams: Streams, bounds: Bounds, target: EditTarget): boolean {
  if (target.encodesPicture && !keepsPicture(streams, bounds, target)) return false;
  return streams.sound === null || keepsSound(streams, bounds, target);
}

/** The recipe of a file of which at least one stream is encoded. */
export function encodeRecipe(
  streams: Streams,
  { container, span, cuts, maxBytes, fit, isReencoded, ...bounds }: Encoding,
  target: EditTarget,
): EncodeRecipe {
  // A stream can only be copied from a key frame on, so a part that is encoded is encoded completely.
  const mayCopy = span === null && !cuts && fit === null;
  return {
    kind: 'encode',
    container,
    picture:
      fit?.picture ??
      (target.encodesPicture && mayCopy && keepsPicture(streams, bounds, target)
        ? 'copy'
        : target.encodesPicture && {
            codec: target.encodesPicture,
            shortSide: scaledTo(streams, bounds),
            kilobitsPerSecond: null,
          }),
    sound:
      fit?.sound ??
      (streams.sound &&
        (mayCopy && !isReencoded && keepsSound(streams, bounds, target)
          ? 'copy'
          : encodedSound(streams.sound, bounds, target))),
    span,
    ...(cuts && { cuts }),
    fitBytes: maxBytes,
  };
}

/** What a recipe makes of the streams; `seconds` is its length, null if unknown. */
export function expectationOf(
  streams: Streams,
  recipe: Recipe,
  target: EditTarget,
  seconds: number | null,
): Expectation {
  const picture = recipe.kind === 'encode' ? recipe.picture : target.encodesPicture && 'copy';
  const sound = recipe.kind === 'encode' ? recipe.sound : streams.sound && 'copy';
  return {
    picture: picture && streams.picture && expectedPicture(streams.picture, picture),
    sound: sound &&
      streams.sound && { codec: sound === 'copy' ? streams.sound.codec : sound.codec },
    // Where a clip really begins is known only once it is cut.
    durationSeconds: recipe.kind === 'clip' ? null : seconds,
  };
}

function keepsPicture(streams: Streams, bounds: Bounds, target: EditTarget): boolean {
  const { picture } = streams;
  if (!picture || !target.pictures.includes(picture.codec)) return false;
  return scaledTo(streams, bounds) === null;
}

function keepsSound({ sound }: Streams, bounds: Bounds, target: EditTarget): boolean {
  if (!sound || sound.isMixed || !target.sounds.includes(sound.codec)) return false;
  const isAudioFile = target.encodesPicture === null;
  return bounds.kilobitsPerSecond === null && !(isAudioFile && bounds.quality !== null);
}

function encodedSound(
  source: NonNullable<Streams['sound']>,
  { kilobitsPerSecond, quality }: Bounds,
  { encodesSound: codec }: EditTarget,
): AudioEncoding {
  const usual = AUDIO_RATES[codec][quality ?? 'high'];
  return { codec, kilobitsPerSecond: kilobitsPerSecond ?? Math.min(usual, rateOf(source, codec)) };
}

/** Encoders, each at least as good at the same rate as those before it. */
const BY_EFFICIENCY: readonly AudioCodec[] = ['mp3', 'aac', 'opus'];
const MIN_KILOBITS = 32;

/** The rate of the source, where the encoder needs no more for what the source still holds. */
function rateOf(source: NonNullable<Streams['sound']>, encoder: AudioCodec): number {
  const at = BY_EFFICIENCY.indexOf(source.codec);
  const isEnough = at >= 0 && at <= BY_EFFICIENCY.indexOf(encoder);
  return isEnough && source.kilobitsPerSecond
    ? Math.max(MIN_KILOBITS, source.kilobitsPerSecond)
    : Number.POSITIVE_INFINITY;
}

/** The shorter side to scale to; null for a picture that is small enough, or of unknown size. */
function scaledTo({ picture }: Streams, { quality }: Bounds): number | null {
  if (!picture || picture.width === null || picture.height === null) return null;
  const most = MOST_LINES[quality ?? 'high'];
  return Math.min(picture.width, picture.height) > most ? most : null;
}

const ENCODED_PICTURE = { h264: 'h264', vp9: 'vp9', mpeg4: 'mpeg4' } as const;

function expectedPicture(
  { codec, width, height }: NonNullable<Streams['picture']>,
  made: Exclude<EncodeRecipe['picture'], null>,
): NonNullable<Expectation['picture']> {
  if (made === 'copy') return { codec, width, height };
  const scale =
    made.shortSide === null || width === null || height === null
      ? 1
      : made.shortSide / Math.min(width, height);
  return {
    codec: ENCODED_PICTURE[made.codec],
    width: width && Math.round(width * scale),
    height: height && Math.round(height * scale),
  };
}
