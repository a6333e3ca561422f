// The schemas of the feeds of lists. The server alone imports them.
import { z } from 'zod';
import { MAX_LINK_LENGTH, MAX_LIST_PAGES } from '../limits.ts';

/** Query of `GET /api/feed`. */
export const feedQuery = z.strictObject({
  url: z.string().max(MAX_LINK_LENGTH),
  format: z.enum(['json', 'rss']).default('json'),
  page: z
    .union([z.literal('last'), z.coerce.number().int().min(1).max(MAX_LIST_PAGES)])
    .default(1)
    .meta({ description: 'Of 50 entries; `last` is the end of the list, newest entry first.' }),
  token: z.string().max(100).optional(),
});

/** Query of `GET /api/feed`. */
export type FeedQuery = z.infer<typeof feedQuery>;

/** Answer of `POST /api/feed`. */
export const feedLinksAnswer = z.object({
  success: z.literal(true),
  json: z.string(),
  rss: z.string(),
});
