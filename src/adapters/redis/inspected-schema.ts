// The schemas of inspections and lists that another server made. It runs yt-dlp and may have been taken over, so all of it is
// read like an answer from outside: bounded, of known types, and with links that this server could have made itself.
import { z } from 'zod';
import type { Inspected, Source } from '../../core/inspecting/inspection.ts';
import { fromPlain, type PlainInspected } from '../../core/inspecting/shared-inspections.ts';
import {
  MAX_ARTISTS,
  MAX_CHAPTERS,
  MAX_DESCRIPTION_LENGTH,
  MAX_FRAGMENTS,
  MAX_ITEMS,
  MAX_POST_TRACKS,
  MAX_SOURCE_ADDRESS_LENGTH,
  MAX_SUBTITLES,
  MAX_TITLE_LENGTH,
  MAX_TRACK_NUMBER,
} from '../../shared/limits.ts';
import { AUDIO_CODECS, CAVEATS, TRACK_CONTAINERS, VIDEO_CODECS } from '../../shared/media/media.ts';
import { PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';

const short = z.string().max(400);
/** Limits are in characters, of which each may take two places here. */
const line = z.string().max(2 * MAX_TITLE_LENGTH);
const figure = z.number().min(0).nullable();
const rating = z.number().min(-1000).max(1000);
const time = z.int();
const address = z.string().max(MAX_SOURCE_ADDRESS_LENGTH);
const pairs = z.record(short, z.string().max(MAX_SOURCE_ADDRESS_LENGTH));

const link = z
  .object({
    platform: z.enum(PLATFORM_IDS),
    kind: z.enum(['video', 'short', 'post', 'story', 'clip', 'live']),
    id: short,
    address,
    hints: z.object({
      startSeconds: z.number().exactOptional(),
      endSeconds: z.number().exactOptional(),
      list: short.exactOptional(),
      index: z.int().exactOptional(),
    }),
  })
  .refine((given) => {
    const reading = readAnyLink(given.address);
    return (
      reading.kind === 'link' &&
      reading.link.platform === given.platform &&
      reading.link.id === given.id &&
      reading.link.address === given.address
    );
  });

const source: z.ZodType<Source> = z.object({
  address,
  headers: pairs,
  cookies: pairs,
  fragments: z
    .array(z.object({ address, durationSeconds: figure }))
    .max(MAX_FRAGMENTS)
    .nullable(),
});
const ids = z.array(short).max(1000);
const origin = z.object({ mediaIds: ids, sourceIds: ids, uploaderIds: ids });

const track = z.object({
  id: short,
  container: z.enum(TRACK_CONTAINERS),
  delivery: z.enum(['file', 'hls', 'dash']),
  picture: z
    .object({
      codec: z.enum(VIDEO_CODECS),
      width: figure,
      height: figure,
      fps: figure,
      dynamicRange: z.enum(['sdr', 'hdr']),
      isPlain: z.boolean().exactOptional(),
    })
    .nullable(),
  sound: z.union([
    z.literal('unknown'),
    z
      .object({
        codec: z.enum(AUDIO_CODECS),
        bitsPerSecond: figure,
        sampleRateHz: figure,
        channels: figure,
        language: short.nullable(),
        role: z.enum(['original', 'dub', 'description', 'music', 'unknown']),
      })
      .nullable(),
  ]),
  bitsPerSecond: figure,
  bytes: figure,
  bytesExact: z.boolean(),
  watermarked: z.boolean(),
  caveats: z.array(z.enum(CAVEATS)).max(CAVEATS.length),
  rating: z.object({ preference: rating, quality: rating, source: rating }),
});
const subtitle = z.object({
  id: short,
  language: short,
  name: line.nullable(),
  format: z.enum(['vtt', 'srt', 'ttml', 'json3', 'srv3', 'other']),
  automatic: z.boolean(),
});
const item = z.object({
  id: short,
  index: z.int().min(1),
  kind: z.enum(['video', 'photo', 'sound']),
  title: line,
  durationSeconds: figure,
  thumbnail: z.object({ id: short, width: figure, height: figure }).nullable(),
  tracks: z.array(track).max(MAX_POST_TRACKS),
  subtitles: z.array(subtitle).max(MAX_SUBTITLES),
  chapters: z
    .array(
      z.object({
        title: line,
        startSeconds: z.number().min(0),
        endSeconds: figure,
        marked: z.literal(true).exactOptional(),
      }),
    )
    .max(MAX_CHAPTERS),
  chaptersFromText: z.literal(true).exactOptional(),
  song: z
    .object({
      track: line,
      artists: z.array(line).min(1).max(MAX_ARTISTS),
      album: line.nullable(),
      year: z.int().min(1000).max(9999).nullable(),
      albumArtist: line.exactOptional(),
      date: short.exactOptional(),
      trackNumber: z.int().min(1).max(MAX_TRACK_NUMBER).exactOptional(),
      discNumber: z.int().min(1).max(MAX_TRACK_NUMBER).exactOptional(),
      genre: line.exactOptional(),
      hasSquareCover: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  hasLocked: z.literal(true).exactOptional(),
});

const inspectedSchema: z.ZodType<PlainInspected> = z.object({
  inspection: z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    link,
    media: z.object({
      title: line,
      author: line.nullable(),
      description: z
        .string()
        .max(2 * MAX_DESCRIPTION_LENGTH)
        .nullable(),
      publishedAtSeconds: z.number().nullable(),
      ageLimit: figure,
    }),
    items: z.array(item).max(MAX_ITEMS),
    omittedItems: z.int().min(0),
    inspectedAt: time,
    expiresAt: time,
  }),
  sources: z.object({
    egress: short,
    family: z.literal([4, 6]).exactOptional(),
    byId: z.array(z.tuple([short, source])),
  }),
  origin,
  withCookies: z.boolean().exactOptional(),
});

/** Reads an inspection that is kept for all servers; null for anything else. */
export function readInspected(value: unknown): Inspected | null {
  const { data } = inspectedSchema.safeParse(value);
  return data ? fromPlain(data) : null;
}
