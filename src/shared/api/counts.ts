// The API schemas of counters: page views, views of trending videos, and most downloaded posts. The web imports only their types.
import { z } from 'zod';
import { PLATFORM_IDS } from '../platforms/platform.ts';

/** Body of `POST /api/trending/{id}/views`: whether the video was played or saved. Both count as one view. */
export const trendingViewRequest = z.strictObject({ kind: z.enum(['play', 'download']) });

/** Answer of `GET /api/admin/worth-featuring`, most downloaded first. */
export const worthFeaturingAnswer = z.array(
  z.object({
    platform: z.enum(PLATFORM_IDS),
    link: z.string(),
    downloads: z.number().int().meta({ description: 'Downloads in the last seven days.' }),
    sinceDays: z.number().int().meta({ description: 'Days since the first of them.' }),
  }),
);

const views = z.number().int();

/** Query of `GET /api/admin/page-views`: the number of days, including today. */
export const pageViewsQuery = z.strictObject({ days: z.enum(['7', '30']).default('7') });

/** Answer of `GET /api/admin/page-views`. */
export const pageViewsAnswer = z.object({
  total: views,
  days: z
    .array(z.object({ day: z.number().int().meta({ description: 'Epoch milliseconds.' }), views }))
    .meta({ description: 'Every day (UTC), oldest first, including days without views.' }),
  pages: z
    .array(z.object({ path: z.string(), views }))
    .meta({ description: 'The ten most viewed pages, all languages combined.' }),
  languages: z
    .array(z.object({ language: z.string(), views }))
    .meta({ description: 'At most twenty, most used first.' }),
});

/** Answer of `GET /api/admin/page-views`. */
export type PageViewsAnswer = z.infer<typeof pageViewsAnswer>;
/** Body of `POST /api/trending/{id}/views`. */
export type TrendingViewRequest = z.infer<typeof trendingViewRequest>;
