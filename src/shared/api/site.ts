// The API schemas of the rest of the site: trending, ratings, page views, status. The web imports only their types.
import { z } from 'zod';
import { PLATFORM_IDS } from '../platforms/platform.ts';

const platform = z.enum(PLATFORM_IDS);

/** One trending video. */
export const trendingVideo = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  videoUrl: z
    .string()
    .meta({ description: 'An http or https URL, or a path on this site for an uploaded video.' }),
  thumbnailUrl: z.string().optional().meta({ description: 'A path on this site.' }),
  platform: z.string().meta({ description: 'The name of the platform, or Unknown.' }),
  platformId: platform.nullable(),
  featured: z.boolean(),
  viewCount: z.number().int(),
  createdAt: z.iso.datetime(),
  available: z.boolean().meta({ description: 'False if the video was found to be unavailable.' }),
  downloadable: z.boolean().meta({
    description:
      'False for links that are not a post of a supported platform: they can only be opened.',
  }),
});

/** Answer of `GET /api/trending`: featured first, then newest; at most 200. */
export const trendingAnswer = z.array(trendingVideo);

const stars = z.literal([1, 2, 3, 4, 5]);

/** Body of `ratings`. */
export const ratingRequest = z.strictObject({
  stars,
  job: z.string().max(100).meta({ description: 'A finished download of this visitor.' }),
});

/** Answer of `ratings`. */
export const ratingAnswer = z.object({ stars });

/** Body of `page-views`: the path of a page of the site, without a query, and the language it was read in. */
export const pageViewRequest = z.strictObject({
  path: z.string().max(200),
  language: z.enum(['en', 'fr', 'it', 'de', 'zh-CN', 'la-LA', 'es', 'ar']),
});

const tally = z.object({ done: z.number().int(), failed: z.number().int() });

/** One platform of `status`. */
export const platformStatus = z.object({
  platform,
  state: z.enum(['good', 'limited', 'down', 'unknown', 'off']),
  reason: z
    .string()
    .nullable()
    .meta({ description: "The operator's reason why it is switched off, if any." }),
  refused: z.enum(['posts', 'files']).nullable().meta({
    description:
      'What it refuses this server at the moment: its posts, or their files alone. It is asked again after a pause.',
  }),
  hour: tally,
  day: tally,
  medianMs: z.number().nullable(),
  canary: z
    .object({ ok: z.boolean(), at: z.iso.datetime() })
    .nullable()
    .meta({ description: "The result of this server's last canary inspections." }),
});

/** Answer of `status`. */
export const statusAnswer = z.object({
  platforms: z.array(platformStatus),
  notices: z.object({ youtube: z.boolean() }),
  made: z.object({ weekFiles: z.number().int(), medianSeconds: z.number().nullable() }),
  rating: z
    .object({ count: z.number().int(), average: z.number() })
    .nullable()
    .meta({ description: 'Null with fewer than twenty ratings.' }),
  at: z.iso.datetime(),
});

/** One trending video. */
export type TrendingItem = z.infer<typeof trendingVideo>;
/** Answer of `GET /api/trending`. */
export type TrendingAnswer = z.infer<typeof trendingAnswer>;
/** Body of `ratings`. */
export type RatingRequest = z.infer<typeof ratingRequest>;
/** Answer of `status`. */
export type StatusAnswer = z.infer<typeof statusAnswer>;
