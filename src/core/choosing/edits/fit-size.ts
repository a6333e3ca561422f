// The bit rates and the size of the picture with which a file fits a number of bytes. Pure.
import { AppError } from '../../../shared/errors.ts';
import type { EditTarget } from '../../../shared/media/edit-targets.ts';
import type { AudioEncoding, VideoEncoding } from '../plan.ts';

/** The file to fit: its picture and whether it has sound. */
type Fitted = {
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly fps: number | null;
  } | null;
  readonly sound: object | null;
};

/** What is left for the streams once the container has taken its share. */
const SHARE_OF_STREAMS = 0.96;
const MIN_VIDEO_KILOBITS = 64;
/** The audio gets this share of a file with video, within its own limits. */
const SHARE_OF_AUDIO = 0.15;
/** The bit rates of audio that every encoder here takes, in kilobits per second. */
const AUDIO_STEPS = [320, 256, 192, 160, 128, 96, 64, 48, 32] as const;
const MAX_AUDIO_WITH_VIDEO = 128;
const LINES = [2160, 1440, 1080, 720, 480, 360, 240] as const;
/** With fewer bits per pixel and frame a smaller picture looks better. */
const MIN_BITS_PER_PIXEL = 0.05;
const USUAL_FPS = 30;

/**
 * How to encode a file of `seconds` so that it has at most `maxBytes`. Throws AppError `too_small_to_fit` with the least
 * megabytes that would do.
 */
export function fitRates(
  { picture, sound }: Fitted,
  { encodesPicture, encodesSound }: EditTarget,
  { maxBytes, seconds }: { readonly maxBytes: number | null; readonly seconds: number },
): { readonly picture: VideoEncoding | null; readonly sound: AudioEncoding | null } {
  const kilobits = (((maxBytes ?? 0) * 8) / 1000 / seconds) * SHARE_OF_STREAMS;
  const least =
    (encodesPicture ? MIN_VIDEO_KILOBITS : 0) + (sound ? (AUDIO_STEPS.at(-1) as number) : 0);
  if (kilobits < least) throw tooSmall((least * seconds * 1000) / 8 / SHARE_OF_STREAMS);
  if (!picture || !encodesPicture)
    return { picture: null, sound: encoding(encodesSound, stepBelow(kilobits)) };
  const audio = sound
    ? Math.min(MAX_AUDIO_WITH_VIDEO, stepBelow(Math.min(kilobits * SHARE_OF_AUDIO, kilobits)))
    : 0;
  const video = Math.floor(kilobits - audio);
  return {
    picture: {
      codec: encodesPicture,
      shortSide: linesFor(picture, video),
      kilobitsPerSecond: video,
    },
    sound: sound ? encoding(encodesSound, audio) : null,
  };
}

function encoding(codec: AudioEncoding['codec'], kilobitsPerSecond: number): AudioEncoding {
  return { codec, kilobitsPerSecond };
}

/** The highest step that is not above `kilobits`, and never below the lowest. */
function stepBelow(kilobits: number): number {
  return AUDIO_STEPS.find((step) => step <= kilobits) ?? (AUDIO_STEPS.at(-1) as number);
}

/** The largest shorter side that has enough bits per pixel; null for the picture's own. */
function linesFor(
  { width, height, fps }: NonNullable<Fitted['picture']>,
  kilobits: number,
): number | null {
  const own = Math.min(width, height);
  const shape = Math.max(width, height) / own;
  const isEnough = (lines: number) =>
    (kilobits * 1000) / (lines * lines * shape * (fps ?? USUAL_FPS)) >= MIN_BITS_PER_PIXEL;
  if (isEnough(own)) return null;
  const smaller = LINES.filter((lines) => lines < own);
  return smaller.find(isEnough) ?? smaller.at(-1) ?? null;
}

function tooSmall(leastBytes: number): AppError {
  return new AppError('too_small_to_fit', {
    params: { megabytes: Math.ceil(leastBytes / 1e5) / 10 },
  });
}
