// The schemas of inspections: `detect-platform`, `inspect` and their answers. The web imports only their types.
import { z } from 'zod';
import { MAX_LINK_LENGTH } from '../limits.ts';
import { FILE_FORMAT_IDS, PLAYS_ON } from '../media/formats.ts';
import { AUDIO_CODECS, CAVEATS, TRACK_CONTAINERS, VIDEO_CODECS } from '../media/media.ts';
import { errorCode, errorParams, platform } from './answers.ts';

/** Body of `detect-platform` and `inspect`. */
export const linkRequest = z.strictObject({
  url: z.string().max(MAX_LINK_LENGTH).meta({ description: 'A link, as pasted by the user.' }),
});

const hints = z.object({
  startSeconds: z.number().optional(),
  endSeconds: z.number().optional(),
  list: z.string().optional(),
  index: z.number().int().optional(),
});

/** Answer of `detect-platform`. An unsupported link has `isValid: false` with `message` and `code`. */
export const detectAnswer = z.object({
  isValid: z.boolean(),
  platform: platform.nullable(),
  platformName: z.string().nullable(),
  message: z.string(),
  code: errorCode.optional(),
  params: errorParams.optional().meta({ description: 'Values for the message of `code`.' }),
  url: z
    .string()
    .optional()
    .meta({ description: 'The normalized link, without tracking parameters.' }),
  kind: z.enum(['video', 'short', 'post', 'story', 'clip', 'live']).optional(),
  hints: hints.optional(),
  listUrl: z.string().optional().meta({
    description: 'The list that the link names, for `POST /api/lists`; also beside isValid false.',
  }),
});

/** The video of a track, or an image. */
export const picture = z.object({
  codec: z.enum(VIDEO_CODECS),
  width: z.number().nullable(),
  height: z.number().nullable(),
  fps: z.number().nullable(),
  dynamicRange: z.enum(['sdr', 'hdr']),
});

/** The audio of a track. */
export const sound = z.object({
  codec: z.enum(AUDIO_CODECS),
  bitsPerSecond: z.number().nullable(),
  sampleRateHz: z.number().nullable(),
  channels: z.number().nullable(),
  language: z.string().nullable(),
  role: z.enum(['original', 'dub', 'description', 'music', 'unknown']),
});

const caveats = z.array(z.enum(CAVEATS)).readonly().meta({
  description: 'What the platform says against it: upscaled, damaged, or audio that was changed.',
});

const track = z.object({
  id: z.string(),
  container: z.enum(TRACK_CONTAINERS),
  delivery: z.enum(['file', 'hls', 'dash']),
  picture: picture.nullable(),
  sound: z.union([sound, z.literal('unknown')]).nullable(),
  bitsPerSecond: z.number().nullable(),
  bytes: z.number().nullable(),
  bytesExact: z.boolean(),
  watermarked: z.boolean(),
  caveats,
});

/** An offer of an item. */
export const offer = z.object({
  id: z.string().meta({
    description:
      'One of the qualities high, medium and low, an MP3 bitrate such as mp3-320, or a track.',
  }),
  container: z.enum(FILE_FORMAT_IDS),
  shortSide: z.number().nullable(),
  fps: z.number().nullable(),
  dynamicRange: z.enum(['sdr', 'hdr']).nullable(),
  videoCodec: picture.shape.codec.nullable(),
  audioCodec: z.string().nullable(),
  hasSound: z.enum(['yes', 'no', 'unknown']),
  language: z.string().nullable(),
  voice: sound.shape.role.nullable().meta({
    description: 'Which voice it is; `unknown` where the platform marks none as the original.',
  }),
  caveats,
  kilobitsPerSecond: z.number().nullable(),
  bytes: z.number().nullable(),
  bytesExact: z.boolean(),
  playsOn: z.array(z.enum(PLAYS_ON)),
  label: z.string().meta({ description: 'A label to show, such as "1080p60 · H.264 · ≈ 84 MB".' }),
});

const item = z.object({
  id: z.string(),
  index: z.number().int(),
  kind: z.enum(['video', 'photo', 'sound']),
  title: z.string(),
  durationSeconds: z.number().nullable(),
  thumbnailUrl: z.string().nullable(),
  tracks: z.array(track),
  subtitles: z.array(
    z.object({
      id: z.string(),
      language: z.string(),
      name: z.string().nullable(),
      format: z.enum(['vtt', 'srt', 'ttml', 'json3', 'srv3', 'other']),
      automatic: z.boolean(),
    }),
  ),
  chapters: z.array(
    z.object({
      title: z.string(),
      startSeconds: z.number(),
      endSeconds: z.number().nullable(),
      marked: z
        .literal(true)
        .exactOptional()
        .meta({ description: 'Viewers marked it, such as a sponsor.' }),
    }),
  ),
  chaptersFromText: z.literal(true).optional().meta({
    description: 'The chapters were read from a list in the description; left out otherwise.',
  }),
  part: z.enum(['direct', 'whole']).nullable().meta({
    description:
      'Whether `download` takes a part: `direct` fetches little more than that, `whole` all of it; null for none.',
  }),
  offers: z.array(offer),
  song: z
    .object({
      track: z.string(),
      artists: z.array(z.string()).readonly(),
      album: z.string().nullable(),
      year: z.number().nullable(),
    })
    .optional()
    .meta({ description: 'The song that the item is, where the platform names it.' }),
  hasLocked: z.literal(true).optional().meta({
    description: 'The platform keeps more of its formats locked at the moment; left out otherwise.',
  }),
});

/** All pictures of the post as a video, at three seconds for each. `bytes` is an estimate. */
const slideshow = z.object({
  pictures: z.number().int(),
  hasSound: z.boolean(),
  durationSeconds: z.number(),
  bytes: z.number(),
});

/** Answer of `inspect`. Times are epoch milliseconds. */
export const inspectAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  platform,
  platformName: z.string(),
  url: z.string(),
  hints,
  media: z.object({
    title: z.string(),
    author: z.string().nullable(),
    description: z.string().nullable(),
    publishedAtSeconds: z.number().nullable(),
    ageLimit: z.number().nullable(),
  }),
  items: z.array(item),
  slideshow: slideshow.nullable().meta({ description: 'For a post with photos.' }),
  omittedItems: z.number().int(),
  inspectedAt: z.number(),
  expiresAt: z.number(),
});

/** Answer of `detect-platform`. */
export type DetectAnswer = z.infer<typeof detectAnswer>;
/** Answer of `inspect`. */
export type InspectAnswer = z.infer<typeof inspectAnswer>;
/** One item of an inspection. */
export type InspectItem = z.infer<typeof item>;
/** One offer of an item. */
export type Offer = z.infer<typeof offer>;
