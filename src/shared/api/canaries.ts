// The API schemas of the operators' canaries. The web imports only their types.
import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { CANARY_ORIGINS, MAX_CANARIES } from '../operator-limits.ts';
import { PLATFORM_IDS } from '../platforms/platform.ts';

const count = z.number().int();

/** Body of `PUT /api/admin/canaries`: the new links; an empty list switches canaries off, null takes back what operators set. */
export const canariesRequest = z.strictObject({
  links: z.array(z.string().max(2048)).max(MAX_CANARIES).nullable(),
});

const canaryResult = z.object({
  at: count.meta({ description: 'Epoch milliseconds.' }),
  code: z.enum(['ok', ...ERROR_CODES]),
  ms: count.meta({ description: 'How long the inspection took, in milliseconds.' }),
  egress: z.string().meta({ description: 'The id of the egress that it used.' }),
});

/** Answer of `GET` and `PUT /api/admin/canaries`. */
export const canariesAnswer = z.object({
  everyMinutes: count,
  origin: z.enum(CANARY_ORIGINS).meta({
    description: 'Whether the links are built in, those of CANARY_URLS, or set by operators.',
  }),
  canaries: z.array(
    z.object({
      link: z.string(),
      platform: z.enum(PLATFORM_IDS),
      results: z
        .array(canaryResult)
        .meta({ description: 'Results of the last 24 hours, oldest first.' }),
    }),
  ),
});

/** Body of `PUT /api/admin/canaries`. */
export type CanariesRequest = z.infer<typeof canariesRequest>;
/** Answer of `GET` and `PUT /api/admin/canaries`. */
export type CanariesAnswer = z.infer<typeof canariesAnswer>;
