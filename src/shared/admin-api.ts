// The wire contract of the operators' side. The web uses its types only.
import { z } from 'zod';
import { MAX_LINK_LENGTH, MAX_TITLE_LENGTH } from './limits.ts';
import { PLATFORM_IDS } from './platforms/platform.ts';
import { readPlatformName } from './platforms/read-platform-name.ts';
import { proofOfWork } from './proof-api.ts';
import { trendingVideo } from './site-api.ts';
import { MAX_TRENDING, MAX_TRENDING_DESCRIPTION_LENGTH, UNKNOWN_PLATFORM } from './trending.ts';

/** A day: no film of 50 MB is longer. */
const MAX_MOMENT_SECONDS = 86_400;

/** Body of `POST /api/admin/login`. What is missing, empty or too long is refused by the service, in its own words. */
export const signInRequest = z.strictObject({
  email: typed(),
  password: typed(),
  proof: proofOfWork.optional(),
});

/** Body of `POST /api/admin/login`. */
export type SignInRequest = z.infer<typeof signInRequest>;

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
const description = z
  .string()
  .max(MAX_TRENDING_DESCRIPTION_LENGTH)
  .nullable()
  .transform(textOrNone)
  .meta({ description: 'Empty is none.' });
const address = z.string().max(MAX_LINK_LENGTH);
const picture = address
  .nullable()
  .transform(textOrNone)
  .meta({ description: 'Fetched once and kept here. Empty is none.' });
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
  .meta({ description: 'Its id or name, in any case. Empty or Unknown is none.' });
const trendingId = z.string().regex(/^[\w-]{1,64}$/);

/** Body of `POST /admin/trending`. `viewCount` is taken and ignored: views are counted. */
export const newTrendingRequest = z.strictObject({
  title,
  description: description.optional(),
  videoUrl: address,
  thumbnailUrl: picture.optional(),
  platform: platform.nullable().default('youtube'),
  featured: z.boolean().default(false),
  viewCount: z.unknown().optional().meta({ description: 'Ignored: views are counted.' }),
});

/** Body of `PUT /admin/trending/{id}`: what is not named stays. */
export const trendingEditRequest = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  thumbnailUrl: picture.optional(),
  featured: z.boolean().optional(),
  position: z.number().int().min(0).nullable().optional(),
});

// A form knows words only.
const moment = z.number().min(0).max(MAX_MOMENT_SECONDS);
const written = {
  // Browsers send lines of a form with both ends; an empty field says that there is none.
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
    .meta({ description: 'The moment of the picture; a tenth of the film unless named.' }),
};

/** Fields of `POST /admin/upload-trending`, beside the film in `file`. */
export const filmFields = z.strictObject({
  title,
  description: written.description.optional(),
  platform: platform.default('youtube'),
  featured: written.featured.default(false),
  thumbnailSeconds: written.thumbnailSeconds.optional(),
});

/** Fields of `POST /admin/update-trending-with-file/{id}`: what is not named stays, and so does the film. */
export const filmEditFields = z.strictObject({
  title: title.optional(),
  description: written.description.optional(),
  featured: written.featured.optional(),
  thumbnailSeconds: written.thumbnailSeconds.optional(),
});

/** Body of `POST /api/admin/trending/{id}/thumbnail`: the moment of the film that its picture shows. */
export const frameRequest = z.strictObject({ seconds: moment });

/** Body of `POST /api/admin/trending-preview`. */
export const previewRequest = z.strictObject({ url: z.string().max(MAX_LINK_LENGTH) });

/** Answer of `POST /api/admin/trending-preview`: what a new trending video may be filled with. */
export const previewAnswer = z.object({
  title: z.string(),
  description: z.string().nullable(),
  platform: z.enum(PLATFORM_IDS),
  videoUrl: z.string(),
  thumbnailUrl: z
    .string()
    .nullable()
    .meta({ description: 'For `POST /admin/trending`; never to be shown by a page.' }),
  thumbnailPath: z
    .string()
    .nullable()
    .meta({ description: 'The same picture on this site, for some minutes.' }),
  durationSeconds: z.number().nullable(),
});

/** Body of `PUT /api/admin/trending-order`: all featured videos in their new order, and the version of each that was seen. */
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
