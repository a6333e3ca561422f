// The schema of what was found in a finished file: for answers, and for what a store, a database or another server says of one.
import { z } from 'zod';
import { FILE_FORMAT_IDS, PLAYS_ON } from '../media/formats.ts';
import { LOUDNESS } from '../media/loudness.ts';
import { AUDIO_CODECS, CAVEATS, EMPTY_STREAMS, VIDEO_CODECS } from '../media/media.ts';

const count = z.int().min(0);
const size = z.int().min(1);
const seconds = z.number().min(0);

/** What became of the best version where another one is given. */
export const insteadOf = z.enum(['refused', 'damaged']);

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
  apartSeconds: z.number().exactOptional().meta({
    description:
      'How much later its picture ends than its sound, as in the original; left out below half a second.',
  }),
  announced: z
    .object({
      lines: size.exactOptional().meta({ description: 'The shorter side of the picture.' }),
      codec: z.enum(VIDEO_CODECS).exactOptional(),
      durationSeconds: seconds.exactOptional(),
      sound: z.literal(true).exactOptional(),
    })
    .exactOptional()
    .meta({ description: 'What the platform announced and is not so.' }),
  instead: insteadOf
    .exactOptional()
    .meta({ description: 'Why this is not the best version: what the platform did with that.' }),
  empty: z
    .array(z.enum(EMPTY_STREAMS))
    .max(EMPTY_STREAMS.length)
    .readonly()
    .exactOptional()
    .meta({ description: 'What holds nothing but silence or black.' }),
  bytes: count,
  playsOn: z.array(z.enum(PLAYS_ON)).readonly(),
  span: z
    .object({ startSeconds: seconds, endSeconds: seconds })
    .exactOptional()
    .meta({ description: 'The part of its source that a trimmed file really holds.' }),
  leftOutSeconds: seconds
    .exactOptional()
    .meta({ description: 'How much that viewers marked was cut out.' }),
  hidesLead: z.literal(true).exactOptional().meta({
    description:
      'It holds pictures from before its part, which its edit list hides; a few players show them.',
  }),
  loudness: z
    .object({ way: z.enum(LOUDNESS), lufs: z.number(), gainDb: z.number() })
    .exactOptional()
    .meta({ description: 'How loud the source was, and the gain in the tags or the sound.' }),
  fetchedWhole: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'All of the source was fetched for this part of it.' }),
  missingSubtitles: z
    .array(z.string().max(35))
    .readonly()
    .exactOptional()
    .meta({ description: 'Languages whose subtitles were chosen and could not be had.' }),
  caveats: z.array(z.enum(CAVEATS)).max(CAVEATS.length).readonly().exactOptional(),
  sounds: z
    .object({ count: z.int().min(2), kept: z.enum(['all', 'first']) })
    .exactOptional()
    .meta({
      description:
        'How many sounds its source has, where there are several; this file has all of them mixed, or only the first.',
    }),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
});
