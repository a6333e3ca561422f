// The wire contract of engine updates, for operators. The web uses its types only.
import { z } from 'zod';
import {
  compareEngineVersions,
  OLDEST_ENGINE,
  REFUSAL_REASONS,
  readEngineVersion,
  UPDATE_MODES,
  UPDATE_OBSTACLES,
  UPDATE_RESULTS,
  UPDATE_STEPS,
} from './engine.ts';
import { PLATFORM_IDS } from './platforms/platform.ts';

const time = z.number().int().meta({ description: 'Epoch milliseconds.' });
const version = z.string().meta({ description: 'As `2026.08.19`.' });
const platforms = z.array(z.enum(PLATFORM_IDS));

/** A version that may be asked for; anything else is refused before it gets anywhere. */
const wantedVersion = z
  .string()
  .max(20)
  .refine((text) => {
    const read = readEngineVersion(text);
    return read !== null && compareEngineVersions(read, OLDEST_ENGINE) >= 0;
  }, `must be a version of yt-dlp, ${OLDEST_ENGINE} or newer`)
  .transform((text) => readEngineVersion(text) ?? text);

/** Answer of `GET /api/admin/engine`, and of every call that changes something there. */
export const engineAnswer = z.object({
  mode: z.enum(UPDATE_MODES).meta({ description: 'As it is set: ENGINE_UPDATES.' }),
  actsAs: z.enum(UPDATE_MODES).meta({
    description:
      'What it comes to: `auto` without canaries acts as `notify`; `off` where nothing can be updated.',
  }),
  obstacle: z
    .enum(UPDATE_OBSTACLES)
    .nullable()
    .meta({ description: 'Why updating is not possible here; null where it is.' }),
  hasCanaries: z.boolean(),
  current: z.object({ version, source: z.string(), since: time }),
  newest: z
    .object({ version, at: time })
    .nullable()
    .meta({ description: 'The newest version known, and when it was looked for.' }),
  nextLookAt: time.nullable(),
  pinned: version.nullable(),
  running: z
    .object({ step: z.enum(UPDATE_STEPS), version: version.nullable(), since: time })
    .nullable()
    .meta({ description: 'What runs now; ask again every second or so until it is null.' }),
  last: z
    .object({
      result: z.enum(UPDATE_RESULTS),
      version: version.nullable(),
      at: time,
      reason: z.enum(REFUSAL_REASONS).nullable(),
      platforms: platforms.meta({ description: 'Whose canaries failed.' }),
    })
    .nullable(),
  previous: version
    .nullable()
    .meta({ description: 'Where a rollback would lead; null when nowhere.' }),
  refused: z
    .array(z.object({ version, reason: z.enum(REFUSAL_REASONS), platforms, at: time }))
    .meta({ description: 'Not tried again by itself, the newest first. A click tries them.' }),
  watching: z
    .object({
      version,
      since: time,
      until: time,
      attempts: z.number().int(),
      maxAttempts: z.number().int(),
      failed: z.number().int(),
      expectedFailed: z.number().meta({
        description: 'How many would have failed with the engine before, by its last day.',
      }),
    })
    .nullable()
    .meta({ description: 'A new engine is watched, and given back by itself when it fails more.' }),
});

/** Body of `POST /api/admin/engine/update`; without a version the pinned one, else the newest. */
export const engineUpdateRequest = z.strictObject({ version: wantedVersion.optional() });

/** Body of `PUT /api/admin/engine/pin`. */
export const enginePinRequest = z.strictObject({ version: wantedVersion.nullable() });

/** Answer of `GET /api/admin/engine`. */
export type EngineAnswer = z.infer<typeof engineAnswer>;
