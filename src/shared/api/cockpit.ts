// The API schemas of the operators' cockpit: overview, switches, open downloads. The web imports only their types.
import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { FINDING_KINDS } from '../findings.ts';
import { MAX_REASON_CHARACTERS, NOTICE_MODES } from '../operator-limits.ts';
import { PLATFORM_IDS } from '../platforms/platform.ts';
import { engineLibraries } from './engine.ts';
import { platformStatus } from './site.ts';

const platform = z.enum(PLATFORM_IDS);
const count = z.number().int();
const at = z.number().int().meta({ description: 'Epoch milliseconds.' });
const outcomeCode = z.enum(['ok', ...ERROR_CODES]);

/** Body of `PUT /api/admin/platforms/{id}`. The reason is shown to visitors verbatim; it may be omitted or empty. */
export const platformSwitchRequest = z.strictObject({
  off: z.boolean(),
  reason: z
    .string()
    .max(MAX_REASON_CHARACTERS)
    .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u, 'must be one line of text')
    .default(''),
});

/** The state of a platform's switch. */
export const platformSwitch = z.object({
  off: z
    .boolean()
    .meta({ description: 'Whether its links are refused, by the setting or by an operator.' }),
  reason: z.string().nullable().meta({ description: 'The reason shown to visitors, if any.' }),
  fixed: z
    .boolean()
    .meta({ description: 'Switched off by DISABLED_PLATFORMS; cannot be switched on here.' }),
});

/** Answer of `PUT /api/admin/platforms/{id}`. */
export const platformSwitchAnswer = platformSwitch.extend({ platform });

const noticeMode = z.enum(NOTICE_MODES);

/** Body of `PUT /api/admin/youtube-notice`. */
export const youtubeNoticeRequest = z.strictObject({ mode: noticeMode });

/** Answer of `PUT /api/admin/youtube-notice`. */
export const youtubeNoticeAnswer = z.object({ mode: noticeMode });

const cookiesHealth = z.object({
  exists: z.boolean(),
  readByOthers: z
    .boolean()
    .meta({ description: 'Whether other users of the machine can read the file.' }),
  ageSeconds: count.nullable().meta({ description: 'Seconds since the file was last written.' }),
  platforms: z
    .array(
      z.object({
        platform,
        cookies: count,
        earliestExpiry: at.nullable().meta({ description: 'Null if none of them expires.' }),
      }),
    )
    .meta({ description: 'The platforms for which the file has cookies.' }),
});

const tokensHealth = z.object({
  provider: z
    .object({
      origin: z.string(),
      plugin: z
        .string()
        .meta({ description: 'The path of the copy of its plugin that is in use.' }),
      sha256: z.string(),
      loaded: z.array(z.string()).meta({ description: 'What yt-dlp has loaded of it.' }),
    })
    .nullable()
    .meta({ description: 'Null if none is set.' }),
  last: z
    .object({
      at,
      requests: z.array(
        z.object({
          client: z.string().meta({ description: 'The client of YouTube that needed a token.' }),
          context: z.string().meta({ description: 'For what: `player`, `gvs` or `subs`.' }),
          provider: z.string().nullable(),
          outcome: z.enum(['given', 'kept', 'failed', 'none']).meta({
            description:
              'Given by the provider, kept from before, not given by the provider, or nobody could be asked.',
          }),
        }),
      ),
    })
    .nullable()
    .meta({ description: 'The last inspection of a video of YouTube since the start.' }),
});

/** Answer of `GET /api/admin/cockpit`. */
export const cockpitAnswer = z.object({
  at,
  uptimeSeconds: count,
  platforms: z.array(
    platformStatus.extend({
      breaker: z
        .object({ open: z.boolean(), retryAfterSeconds: count })
        .meta({ description: 'Open while no egress may be used.' }),
      egresses: z
        .array(
          z.object({
            id: z.string(),
            open: z.boolean(),
            retryAfterSeconds: count,
            requests: count.meta({ description: 'This hour, by this server.' }),
            refusals: count,
            last: z
              .object({ at, code: outcomeCode })
              .nullable()
              .meta({ description: 'How the last request ended; null before the first one.' }),
            canary: z
              .object({ ok: z.boolean(), at })
              .nullable()
              .meta({ description: 'Whether a canary worked by it recently; null without any.' }),
          }),
        )
        .meta({
          description: 'Those that serve the platform, in the order in which they are tried.',
        }),
      switch: platformSwitch,
    }),
  ),
  youtubeNotice: z.object({ mode: noticeMode, isShown: z.boolean() }),
  queue: z.object({
    open: count.meta({ description: 'Open downloads; several may share a job.' }),
    running: count,
    mostRunning: count.meta({ description: '0 while no server is there that runs jobs.' }),
    waiting: count,
    oldestWaitSeconds: count.nullable(),
  }),
  workers: z.object({
    isServing: z.boolean(),
    most: count,
    busy: count,
    idle: count,
    queued: count,
    restarts: count,
  }),
  disk: z.object({
    filesBytes: count.meta({
      description: 'Stored files, and the space reserved for running jobs.',
    }),
    filesLimitBytes: count,
    freeBytes: count,
    keptFreeBytes: count.meta({ description: 'No new job starts with less free space.' }),
    trendingBytes: count,
  }),
  memory: z.object({
    rssBytes: count,
    heapUsedBytes: count,
    systemFreeBytes: count,
    systemTotalBytes: count,
  }),
  versions: z.object({
    site: z.string(),
    node: z.string(),
    engine: z
      .object({ version: z.string(), source: z.string(), libraries: engineLibraries })
      .nullable(),
    ffmpeg: z.string().nullable(),
    jsRuntime: z.string().nullable(),
  }),
  servers: z
    .array(
      z.object({
        id: z.string().meta({ description: 'The first letters of its id.' }),
        isThis: z.boolean(),
        startedAt: at,
        seenAt: at,
        facts: z
          .object({
            name: z.string(),
            version: z.string(),
            role: z.enum(['all', 'worker']),
            engine: z.string().nullable().meta({ description: 'The version of yt-dlp.' }),
            egress: z.string(),
            jobs: count,
            downloads: count,
            foundLost: count.meta({
              description: 'Jobs that it found, since its start, whose server was lost.',
            }),
            rssBytes: count,
          })
          .nullable()
          .meta({ description: 'Null until it has reported them.' }),
      }),
    )
    .meta({ description: 'All that use this database, the longest running first.' }),
  cage: z.object({ kind: z.string(), why: z.string().nullable() }),
  egress: z.string(),
  errors: z
    .array(
      z.object({
        at,
        platform,
        step: z.enum(['inspect', 'download']),
        code: z.enum(ERROR_CODES),
      }),
    )
    .meta({ description: 'The last hundred since the start, newest first.' }),
  findings: z
    .array(z.object({ kind: z.enum(FINDING_KINDS), count }))
    .meta({ description: 'What was wrong with files that no one got, since the start.' }),
  limits: z.array(
    z.object({
      bucket: z.string(),
      burst: count,
      refillMs: z.number(),
      refusedLastHour: count,
    }),
  ),
  canaries: z.object({ links: count, everyMinutes: count, failing: count }),
  cookies: cookiesHealth.nullable().meta({
    description:
      'Of COOKIES_FILE, or of all files in COOKIES_DIR together; null if neither is set.',
  }),
  tokens: tokensHealth,
  redis: z
    .object({
      usedBytes: count,
      limitBytes: count.nullable().meta({ description: 'Null where it has no limit.' }),
      policy: z.string(),
      evictedKeys: count,
      trouble: z.enum(['evicts', 'nearly_full']).nullable().meta({
        description: 'It forgets keys when it is full, or 90 % of its memory are used.',
      }),
    })
    .nullable()
    .meta({ description: 'Of the Redis in REDIS_URL; null without one, or while it is away.' }),
  alarms: z.object({ webhook: z.boolean() }),
});

/** One open download as operators see it: without title, link or visitor. */
export const runningJob = z.object({
  id: z.string().meta({ description: 'A short handle for cancelling the download.' }),
  platform: platform.nullable().meta({ description: 'Null for a file that was uploaded.' }),
  phase: z.string(),
  percent: z.number(),
  bytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  sinceSeconds: count,
  position: count.nullable().meta({ description: 'Position in the queue, from 1.' }),
});

/** Answer of `GET /api/admin/jobs`: longest open first, at most 500. */
export const runningJobsAnswer = z.object({ total: count, jobs: z.array(runningJob) });

/** Answer of `POST /api/admin/jobs/{id}/cancel`; false if the download had ended already. */
export const cancelJobAnswer = z.object({ cancelled: z.boolean() });

/** Body of `PUT /api/admin/platforms/{id}`. */
export type PlatformSwitchRequest = z.input<typeof platformSwitchRequest>;
/** Body of `PUT /api/admin/youtube-notice`. */
export type YoutubeNoticeRequest = z.infer<typeof youtubeNoticeRequest>;
/** Answer of `GET /api/admin/cockpit`. */
export type CockpitAnswer = z.infer<typeof cockpitAnswer>;
/** One open download as operators see it. */
export type RunningJob = z.infer<typeof runningJob>;
/** Answer of `GET /api/admin/jobs`. */
export type RunningJobsAnswer = z.infer<typeof runningJobsAnswer>;
