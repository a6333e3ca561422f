// How much time and memory an encoder may take; ample on a slow machine. Pure.

import { pictureLoad } from '../../../core/choosing/edits/picture-load.ts';
import type { EncodeRecipe } from '../../../core/choosing/plan.ts';
import type { ProbedPicture } from '../../../core/files/checking/find-fault.ts';

/** CPU seconds for each second of audio. */
const AUDIO_EFFORT = 1;
/** CPU seconds for each second of 1080p30, by encoder, including decoding. */
const VIDEO_EFFORT = { h264: 6, vp9: 24, mpeg4: 6 } as const;
const BASE_BYTES = 1024 ** 3;
const BYTES_PER_PIXEL = 400;

/** The bounds of one run, with at most `encoderBytes` of memory. The time of all runs together is bounded by the job's. */
export function encodeBounds(
  recipe: EncodeRecipe,
  picture: ProbedPicture | null,
  seconds: number,
  encoderBytes = Number.POSITIVE_INFINITY,
): { readonly cpuSeconds: number; readonly dataBytes: number } {
  const made = recipe.picture;
  const isEncoded = made !== null && made !== 'copy' && picture !== null;
  const pixels = isEncoded ? picture.width * picture.height : 0;
  const effort = isEncoded ? VIDEO_EFFORT[made.codec] * pictureLoad(picture) : AUDIO_EFFORT;
  return {
    cpuSeconds: 60 + Math.ceil(seconds * effort),
    dataBytes: Math.min(encoderBytes, BASE_BYTES + pixels * BYTES_PER_PIXEL),
  };
}
