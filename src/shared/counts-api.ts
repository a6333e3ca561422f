// The wire contract of what is counted: views of trending videos, and what visitors download most. The web uses its types only.
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

/** Body of `POST /api/trending/{id}/views`. */
export type TrendingViewRequest = z.infer<typeof trendingViewRequest>;
