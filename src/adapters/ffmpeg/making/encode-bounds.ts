// How much time and memory an encoder may take; ample on a slow machine. Pure.
import type { EncodeRecipe } from '../../../core/choosing/plan.ts';
import type { ProbedPicture } from '../../../core/jobs/check-file.ts';

/** CPU seconds for each second of audio. */
const AUDIO_EFFORT = 1;
/** CPU seconds for each second of 1080p30, by encoder, including decoding. */
const VIDEO_EFFORT = { h264: 6, vp9: 24, mpeg4: 6 } as const;
const FULL_HD_30 = 1920 * 1080 * 30;
const BYTES_PER_PIXEL = 400;
/** No encoder may keep a slot for longer than this. */
const MAX_SECONDS = 3 * 3600;

/** The bounds of one run. */
export function encodeBounds(
  recipe: EncodeRecipe,
  picture: ProbedPicture | null,
  seconds: number,
): { readonly cpuSeconds: number; readonly dataBytes: number } {
  const made = recipe.picture;
  const isEncoded = made !== null && made !== 'copy' && picture !== null;
  const pixels = isEncoded ? picture.width * picture.height : 0;
  const share = Math.max(1, (pixels * (picture?.fps ?? 30)) / FULL_HD_30);
  const effort = isEncoded ? VIDEO_EFFORT[made.codec] * share : AUDIO_EFFORT;
  return {
    cpuSeconds: Math.min(MAX_SECONDS, 60 + Math.ceil(seconds * effort)),
    dataBytes: 1024 ** 3 + pixels * BYTES_PER_PIXEL,
  };
}
