// The schemas that most calls share: platforms, failures, the limits and the health of this server. The web imports only their types.
import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { PLATFORM_IDS } from '../platforms/platform.ts';

/** The id of a platform. */
export const platform = z.enum(PLATFORM_IDS);
/** A code of the closed list. */
export const errorCode = z.enum(ERROR_CODES);

/** Values for the message of an error. */
export const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** Answer of every failed request. `message` is in English; pages show their own translation of `code`. */
export const errorAnswer = z.object({
  success: z.literal(false),
  code: errorCode,
  message: z.string(),
  params: errorParams.optional(),
  ref: z.string().meta({ description: 'Identifies this failure in the server’s log.' }),
});

/** Answer of `GET /api/limits`: the limits of this server, for the texts of its pages. */
export const limitsAnswer = z.object({
  maxDurationMinutes: z.number(),
  maxFileGigabytes: z.number(),
  fileTtlMinutes: z.number(),
  maxUploadMegabytes: z.number(),
  maxEncodeMinutes: z.number(),
  programLinks: z.boolean().meta({ description: 'Whether links for other programs can be made.' }),
  youtubeSearch: z.boolean().meta({ description: 'Whether YouTube can be searched.' }),
});

/** Answer of `/healthz`: the process is alive. */
export const healthAnswer = z.object({ status: z.literal('ok') });

/** Answer of `/readyz`: the readiness checks and their results. */
export const readyAnswer = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.boolean()),
});

/** Answer to any failed request. */
export type ErrorAnswer = z.infer<typeof errorAnswer>;
/** The limits of this server. */
export type LimitsAnswer = z.infer<typeof limitsAnswer>;
