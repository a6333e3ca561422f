// The wire contract of what is counted: views of pages and of trending videos, and what visitors download most. The web uses its types only.
import { z } from 'zod';
import { PLATFORM_IDS } from './platforms/platform.ts';

/** Body of `POST /api/trending/{id}/views`: how the video was had. Both count as one view. */
export const trendingViewRequest = z.strictObject({ kind: z.enum(['play', 'download']) });

/** Answer of `GET /api/admin/worth-featuring`, the most downloaded first. */
export const worthFeaturingAnswer = z.array(
  z.object({
    platform: z.enum(PLATFORM_IDS),
    link: z.string(),
    downloads: z.number().int().meta({ description: 'Of the last seven days.' }),
    sinceDays: z.number().int().meta({ description: 'How many days ago the first of them was.' }),
  }),
);

const views = z.number().int();

/** Query of `GET /api/admin/page-views`: how many days, today included. */
export const pageViewsQuery = z.strictObject({ days: z.enum(['7', '30']).default('7') });

/** Answer of `GET /api/admin/page-views`. */
export const pageViewsAnswer = z.object({
  total: views,
  days: z
    .array(z.object({ day: z.number().int().meta({ description: 'Epoch milliseconds.' }), views }))
    .meta({ description: 'Every day (UTC), the oldest first, those without a view included.' }),
  pages: z
    .array(z.object({ path: z.string(), views }))
    .meta({ description: 'The ten most seen, in all languages together.' }),
  languages: z
    .array(z.object({ language: z.string(), views }))
    .meta({ description: 'At most twenty, the most used first.' }),
});

/** Answer of `GET /api/admin/page-views`. */
export type PageViewsAnswer = z.infer<typeof pageViewsAnswer>;
/** Body of `POST /api/trending/{id}/views`. */
export type TrendingViewRequest = z.infer<typeof trendingViewRequest>;
