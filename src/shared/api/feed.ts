// The schemas of the feeds of lists. The server alone imports them.
import { z } from 'zod';
import { MAX_LINK_LENGTH } from '../limits.ts';

/** Query of `GET /api/feed`. */
export const feedQuery = z.strictObject({
  url: z.string().max(MAX_LINK_LENGTH),
  format: z.enum(['json', 'rss']).default('json'),
  token: z.string().max(100).optional(),
});

/** Answer of `POST /api/feed`. */
export const feedLinksAnswer = z.object({
  success: z.literal(true),
  json: z.string(),
  rss: z.string(),
});
