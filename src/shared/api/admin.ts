// The API schemas of operators: sign-in and trending videos. The web imports only their types.
import { z } from 'zod';
import { MAX_LINK_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts';
import { PLATFORM_IDS } from '../platforms/platform.ts';
import { readPlatformName } from '../platforms/read-platform-name.ts';
import { MAX_TRENDING, MAX_TRENDING_DESCRIPTION_LENGTH, UNKNOWN_PLATFORM } from '../trending.ts';
import { proofOfWork } from './proof.ts';
import { trendingVideo } from './site.ts';

/** A day: longer than any video of 50 MB. */
const MAX_MOMENT_SECONDS = 86_400;

/** Body of `POST /api/admin/login`. The service refuses missing, empty and overlong values, with its own errors. */
export const signInRequest = z.strictObject({
  email: typed(),
  password: typed(),
  proof: proofOfWork.optional(),
});

/** Body of `POST /api/admin/login`. */
export type SignInRequest = z.infer<typeof signInRequest>;

/** Answer of `GET /admin/auth-status`, which is public. */
export const authStatusAnswer = z.object({ loggedIn: z.boolean() });

/** Answer of `GET /admin/profile`. */
export const profileAnswer = z.object({ admin: z.object({ email: z.string() }) });

/** A trending video as operators get it. */
export const adminTrendingItem = trendingVideo.extend({
  version: z
    .number()
    .int()
    .meta({ description: 'Increases with each change; send it back as If-Match.' }),
  position: z.number().int().nullable(),
});

/** Answer of `GET /admin/trending`: in the order of the site, unbounded. */
export const adminTrendingAnswer = z.array(adminTrendingItem);

/** Answer of `GET /admin/trending-count`. */
export const trendingCountAnswer = z.object({ count: z.number().int() });

// A character may take two code units; the service counts characters.
const title = z.string().max(2 * MAX_TITLE_LENGTH);
const description = z
  .string()
  .max(MAX_TRENDING_DESCRIPTION_LENGTH)
  .nullable()
  .transform(textOrNone)
  .meta({ description: 'Empty means none.' });
const address = z.string().max(MAX_LINK_LENGTH);
const picture = address
  .nullable()
  .transform(textOrNone)
  .meta({ description: 'Fetched once and stored on this server. Empty means none.' });
const platform = z
  .string()
  .max(50)
  .transform((text, context) => {
    const name = text.trim();
    if (name === '' || name === UNKNOWN_PLATFORM) return null;
    const id = readPlatformName(name);
    if (id === null) context.addIssue({ code: 'custom', message: 'no such platform' });
    return id;
  })
  .meta({
    description: 'The id or name of a platform, case-insensitive. Empty or Unknown means none.',
  });
const trendingId = z.string().regex(/^[\w-]{1,64}$/);

/** Body of `POST /admin/trending`. `viewCount` is accepted but ignored: the server counts views itself. */
export const newTrendingRequest = z.strictObject({
  title,
  description: description.optional(),
  videoUrl: address,
  thumbnailUrl: picture.optional(),
  platform: platform.nullable().default('youtube'),
  featured: z.boolean().default(false),
  viewCount: z
    .unknown()
    .optional()
    .meta({ description: 'Ignored: the server counts views itself.' }),
});

/** Body of `PUT /admin/trending/{id}`: omitted fields stay unchanged. */
export const trendingEditRequest = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  thumbnailUrl: picture.optional(),
  featured: z.boolean().optional(),
  position: z.number().int().min(0).nullable().optional(),
});

// Form fields are strings.
const moment = z.number().min(0).max(MAX_MOMENT_SECONDS);
const written = {
  // Browsers send CRLF line breaks in forms; an empty field means none.
  description: z
    .string()
    .max(2 * MAX_TRENDING_DESCRIPTION_LENGTH)
    .transform((text) => text.replaceAll('\r\n', '\n').trim() || null),
  featured: z.enum(['true', 'false']).transform((word) => word === 'true'),
  thumbnailSeconds: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/)
    .transform(Number)
    .pipe(moment)
    .meta({ description: 'The time of the thumbnail frame. Default: a tenth of the duration.' }),
};

/** Fields of `POST /admin/upload-trending`, besides the video in `file`. */
export const filmFields = z.strictObject({
  title,
  description: written.description.optional(),
  platform: platform.default('youtube'),
  featured: written.featured.default(false),
  thumbnailSeconds: written.thumbnailSeconds.optional(),
});

/** Fields of `POST /admin/update-trending-with-file/{id}`: omitted fields stay unchanged, and so does the file. */
export const filmEditFields = z.strictObject({
  title: title.optional(),
  description: written.description.optional(),
  featured: written.featured.optional(),
  thumbnailSeconds: written.thumbnailSeconds.optional(),
});

/** Body of `POST /api/admin/trending/{id}/thumbnail`: the time of the thumbnail frame. */
export const frameRequest = z.strictObject({ seconds: moment });

/** Body of `POST /api/admin/trending-preview`. */
export const previewRequest = z.strictObject({ url: z.string().max(MAX_LINK_LENGTH) });

/** Answer of `POST /api/admin/trending-preview`: values to fill in for a new trending video. */
export const previewAnswer = z.object({
  title: z.string(),
  description: z.string().nullable(),
  platform: z.enum(PLATFORM_IDS),
  videoUrl: z.string(),
  thumbnailUrl: z
    .string()
    .nullable()
    .meta({ description: 'For `POST /admin/trending`; pages must not load it.' }),
  thumbnailPath: z
    .string()
    .nullable()
    .meta({ description: 'The same image on this site, available for some minutes.' }),
  durationSeconds: z.number().nullable(),
});

/** Body of `PUT /api/admin/trending-order`: all featured videos in their new order, each with its expected version. */
export const orderRequest = z.strictObject({
  ids: z.array(trendingId).max(MAX_TRENDING),
  versions: z
    .record(trendingId, z.number().int().min(1))
    .refine((seen) => Object.keys(seen).length <= MAX_TRENDING),
});

/** A trending video as operators get it. */
export type AdminTrendingItem = z.infer<typeof adminTrendingItem>;
/** Answer of `POST /api/admin/trending-preview`. */
export type PreviewAnswer = z.infer<typeof previewAnswer>;
/** Answer of `GET /admin/auth-status`. */
export type AuthStatus = z.infer<typeof authStatusAnswer>;
/** Answer of `GET /admin/profile`. */
export type Profile = z.infer<typeof profileAnswer>;

function typed() {
  return z
    .string()
    .nullish()
    .transform((text) => text ?? '');
}

function textOrNone(text: string | null): string | null {
  return text?.trim() || null;
}
