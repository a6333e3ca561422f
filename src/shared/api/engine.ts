// The API schemas of changes of the engine and its setup, for operators. The web imports only their types.
import { z } from 'zod';
import {
  CHANGE_KINDS,
  CHANGE_PARTS,
  compareEngineVersions,
  MAX_SETUP_CHARACTERS,
  OLDEST_ENGINE,
  REFUSAL_REASONS,
  REVERSIBLE_KINDS,
  readEngineVersion,
  SETUP_PARTS,
  SETUP_SOURCES,
  UPDATE_MODES,
  UPDATE_OBSTACLES,
  UPDATE_RESULTS,
  UPDATE_STEPS,
} from '../engine.ts';
import { PLATFORM_IDS } from '../platforms/platform.ts';

const time = z.number().int().meta({ description: 'Epoch milliseconds.' });
const version = z.string().meta({ description: 'A version such as `2026.08.19`.' });
const platforms = z.array(z.enum(PLATFORM_IDS));

/** The libraries of an engine by name, such as `curl_cffi`, with their versions. */
export const engineLibraries = z.record(z.string(), z.string()).meta({
  description: 'The libraries that requests are made with, and their versions.',
});

const withLibraries = engineLibraries.meta({
  description: 'Not empty if the version is meant with these libraries instead of its own.',
});

/** A version that can be requested. */
const wantedVersion = z
  .string()
  .max(20)
  .refine((text) => {
    const read = readEngineVersion(text);
    return read !== null && compareEngineVersions(read, OLDEST_ENGINE) >= 0;
  }, `must be a version of yt-dlp, ${OLDEST_ENGINE} or newer`)
  .transform((text) => readEngineVersion(text) ?? text);

/** Answer of `GET /api/admin/engine`, and of every call that changes its state. */
export const engineAnswer = z.object({
  mode: z.enum(UPDATE_MODES).meta({ description: 'The configured mode (ENGINE_UPDATES).' }),
  actsAs: z.enum(UPDATE_MODES).meta({
    description:
      'The effective mode: `auto` without canaries acts as `notify`; `off` if updating is not possible.',
  }),
  obstacle: z
    .enum(UPDATE_OBSTACLES)
    .nullable()
    .meta({ description: 'Why updating is not possible; null if it is.' }),
  hasCanaries: z.boolean(),
  current: z.object({
    version,
    source: z.string(),
    since: time,
    libraries: engineLibraries,
    unsupported: z.array(z.string()).meta({
      description: 'Those of the libraries that yt-dlp itself calls unsupported.',
    }),
  }),
  newest: z
    .object({ version, at: time })
    .nullable()
    .meta({ description: 'The newest known version, and the time of that check.' }),
  beyond: z
    .object({
      version,
      needs: z.string().meta({ description: 'The Python that it needs, such as `3.12`.' }),
      has: z.string().meta({ description: 'The Python of this machine.' }),
    })
    .nullable()
    .meta({ description: 'A newer version that needs a newer Python than this machine has.' }),
  renewal: engineLibraries.meta({
    description:
      'Newer libraries for the version in use, which an update without a version installs; empty if there are none.',
  }),
  nextLookAt: time.nullable(),
  pinned: version.nullable(),
  running: z
    .object({
      what: z.enum(CHANGE_KINDS),
      step: z.enum(UPDATE_STEPS),
      version: version.nullable(),
      since: time,
    })
    .nullable()
    .meta({ description: 'The running step; poll about once a second until it is null.' }),
  last: z
    .object({
      result: z.enum(UPDATE_RESULTS),
      version: version.nullable(),
      libraries: withLibraries,
      at: time,
      reason: z.enum(REFUSAL_REASONS).nullable(),
      platforms: platforms.meta({ description: 'The platforms whose canaries failed.' }),
    })
    .nullable(),
  previous: version.nullable().meta({
    description:
      'The version a rollback would restore, if any; the one in use if only the libraries differ.',
  }),
  refused: z
    .array(
      z.object({
        version,
        libraries: withLibraries,
        reason: z.enum(REFUSAL_REASONS),
        platforms,
        at: time,
      }),
    )
    .meta({
      description:
        'Versions that are not tried again automatically, newest first. An explicit update tries them.',
    }),
  watching: z
    .object({
      what: z.enum(CHANGE_KINDS),
      version,
      since: time,
      until: time,
      attempts: z.number().int(),
      maxAttempts: z.number().int(),
      failed: z.number().int(),
      expectedFailed: z.number().meta({
        description: 'How many would have failed with the previous engine, by its last day.',
      }),
    })
    .nullable()
    .meta({
      description:
        'The probation of a change; it is taken back automatically if more inspections fail.',
    }),
  setup: z
    .object({
      parts: z.array(
        z.object({
          part: z.enum(SETUP_PARTS),
          text: z.string().meta({
            description:
              'The text in use, as in EGRESSES, ENGINE_ARGS and POT_PROVIDER_URL; passwords are `***`.',
          }),
          source: z.enum(SETUP_SOURCES).meta({
            description:
              'Who set it; `last_live`: that of the environment was refused, and what was in use before stays.',
          }),
        }),
      ),
      by: z.string().nullable(),
      at: time.nullable(),
      canGoBack: z.boolean(),
    })
    .nullable()
    .meta({ description: 'The egresses, arguments and provider of tokens in use.' }),
  accounts: z
    .array(
      z.object({
        name: z.string(),
        platform: z.enum(PLATFORM_IDS).nullable(),
        state: z.enum(['used', 'waiting', 'refused']),
        reason: z.enum(REFUSAL_REASONS).nullable(),
      }),
    )
    .meta({ description: 'The files of accounts, and whether they are used.' }),
  changes: z
    .array(
      z.object({
        at: time,
        what: z.enum(CHANGE_KINDS),
        parts: z.array(z.enum(CHANGE_PARTS)),
        by: z.string().nullable().meta({
          description:
            'An operator, or the setting whose file was read; null for the server itself.',
        }),
        from: z.array(z.string()).meta({ description: 'What was removed.' }),
        to: z.array(z.string()).meta({ description: 'What was added.' }),
        result: z.enum(UPDATE_RESULTS),
        reason: z.enum(REFUSAL_REASONS).nullable(),
        platforms,
        details: z.string(),
        isTried: z.boolean().meta({ description: 'Whether a canary passed.' }),
      }),
    )
    .meta({ description: 'The last fifty changes of the engine and its setup, newest first.' }),
});

/** Body of `POST /api/admin/engine/update`; the version defaults to the pinned one, else the newest. */
export const engineUpdateRequest = z.strictObject({ version: wantedVersion.optional() });

const setupText = z.string().max(MAX_SETUP_CHARACTERS).nullable().optional();

/** Body of `PUT /api/admin/engine/setup`: a text sets a part, `null` gives it back to the environment. */
export const engineSetupRequest = z.strictObject({
  egresses: setupText,
  arguments: setupText,
  provider: setupText,
  isUntried: z.boolean().default(false).meta({
    description: 'Applies it also where no canary passes, and so none can try it.',
  }),
});

/** Body of `POST /api/admin/engine/rollback`. */
export const engineRollbackRequest = z.strictObject({
  what: z.enum(REVERSIBLE_KINDS).default('engine'),
});

/** Body of `PUT /api/admin/engine/pin`. */
export const enginePinRequest = z.strictObject({ version: wantedVersion.nullable() });

/** Answer of `GET /api/admin/engine`. */
export type EngineAnswer = z.infer<typeof engineAnswer>;
