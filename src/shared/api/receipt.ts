// The schema of what was found in a finished file, for what a store, a database or another server says of one.
import { z } from 'zod';
import { FILE_FORMAT_IDS, PLAYS_ON } from '../media/formats.ts';
import { AUDIO_CODECS, VIDEO_CODECS } from '../media/media.ts';

const count = z.int().min(0);
const size = z.int().min(1);
const seconds = z.number().min(0);

/** The schema of a `Receipt`. */
export const receiptSchema = z.object({
  container: z.enum(FILE_FORMAT_IDS),
  picture: z
    .object({
      codec: z.enum(VIDEO_CODECS),
      width: size,
      height: size,
      fps: z.number().min(0).nullable(),
    })
    .nullable(),
  sound: z
    .object({
      codec: z.enum(AUDIO_CODECS),
      sampleRateHz: count,
      channels: count,
      kilobitsPerSecond: z.number().min(0).nullable(),
    })
    .nullable(),
  durationSeconds: seconds.nullable(),
  bytes: count,
  playsOn: z.array(z.enum(PLAYS_ON)),
  span: z.object({ startSeconds: seconds, endSeconds: seconds }).exactOptional(),
  sounds: z.object({ count: z.int().min(2), kept: z.enum(['all', 'first']) }).exactOptional(),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
});
