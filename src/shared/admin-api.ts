// The wire contract of the operators' side. The web uses its types only.
import { z } from 'zod';
import { MAX_LINK_LENGTH, MAX_TITLE_LENGTH } from './limits.ts';
import { PLATFORM_IDS } from './platforms/platform.ts';
import { trendingVideo } from './site-api.ts';
import { MAX_TRENDING_DESCRIPTION_LENGTH } from './trending.ts';

/** Body of `POST /api/admin/login`. What is empty or too long is refused by the service, in its own words. */
export const signInRequest = z.strictObject({ email: z.string(), password: z.string() });

/** Answer of `GET /admin/auth-status`, and all that anybody may know. */
export const authStatusAnswer = z.object({ loggedIn: z.boolean() });

/** Answer of `GET /admin/profile`. */
export const profileAnswer = z.object({ admin: z.object({ email: z.string() }) });

/** A trending video as operators get it. */
export const adminTrendingItem = trendingVideo.extend({
  version: z
    .number()
    .int()
    .meta({ description: 'One more with each change; sent back as If-Match.' }),
  position: z.number().int().nullable(),
});

/** Answer of `GET /admin/trending`: as visitors see them, without their bound. */
export const adminTrendingAnswer = z.array(adminTrendingItem);

/** Answer of `GET /admin/trending-count`. */
export const trendingCountAnswer = z.object({ count: z.number().int() });

// Two code units may be one letter; the service counts letters.
const title = z.string().max(2 * MAX_TITLE_LENGTH);
const description = z.string().max(MAX_TRENDING_DESCRIPTION_LENGTH).nullable();
const address = z.string().max(MAX_LINK_LENGTH);

/** Body of `POST /admin/trending`. `viewCount` is taken and ignored: views are counted. */
export const newTrendingRequest = z.strictObject({
  title,
  description: description.optional(),
  videoUrl: address,
  thumbnailUrl: address.nullish().meta({ description: 'Fetched once and kept here.' }),
  platform: z.enum(PLATFORM_IDS).nullable().default('youtube'),
  featured: z.boolean().default(false),
  viewCount: z.number().optional(),
});

/** Body of `PUT /admin/trending/{id}`: what is not named stays. */
export const trendingEditRequest = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  thumbnailUrl: address.nullable().optional(),
  featured: z.boolean().optional(),
  position: z.number().int().min(0).nullable().optional(),
});

/** A trending video as operators get it. */
export type AdminTrendingItem = z.infer<typeof adminTrendingItem>;
