// The wire contract of the operators' cockpit: everything at one look, switches, canaries, running jobs. The web uses its types only.
import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { MAX_CANARIES, MAX_REASON_CHARACTERS, NOTICE_MODES } from './operator-limits.ts';
import { PLATFORM_IDS } from './platforms/platform.ts';
import { platformStatus } from './site-api.ts';

const platform = z.enum(PLATFORM_IDS);
const count = z.number().int();
const at = z.number().int().meta({ description: 'Epoch milliseconds.' });
const outcomeCode = z.enum(['ok', ...ERROR_CODES]);

/** Body of `PUT /api/admin/platforms/{id}`. The reason is shown to visitors as it stands; left out or empty is none. */
export const platformSwitchRequest = z.strictObject({
  off: z.boolean(),
  reason: z
    .string()
    .max(MAX_REASON_CHARACTERS)
    .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u, 'must be one line of text')
    .default(''),
});

/** How a platform's switch stands. */
export const platformSwitch = z.object({
  off: z.boolean().meta({ description: 'Whether its links are refused, by whichever switch.' }),
  reason: z.string().nullable().meta({ description: 'What visitors are told; null is nothing.' }),
  fixed: z.boolean().meta({ description: 'Off by DISABLED_PLATFORMS: no call can put it on.' }),
});

/** Answer of `PUT /api/admin/platforms/{id}`. */
export const platformSwitchAnswer = platformSwitch.extend({ platform });

const noticeMode = z.enum(NOTICE_MODES);

/** Body of `PUT /api/admin/youtube-notice`. */
export const youtubeNoticeRequest = z.strictObject({ mode: noticeMode });

/** Answer of `PUT /api/admin/youtube-notice`. */
export const youtubeNoticeAnswer = z.object({ mode: noticeMode });

/** Body of `PUT /api/admin/canaries`: the links from now on; none switches them off. */
export const canariesRequest = z.strictObject({
  links: z.array(z.string().max(2048)).max(MAX_CANARIES),
});

const canaryResult = z.object({
  at,
  code: outcomeCode,
  ms: count.meta({ description: 'How long the look took, in milliseconds.' }),
});

/** Answer of `GET` and `PUT /api/admin/canaries`. */
export const canariesAnswer = z.object({
  everyMinutes: count,
  isDefault: z.boolean().meta({ description: 'Nothing was set: these are those of CANARY_URLS.' }),
  canaries: z.array(
    z.object({
      link: z.string(),
      platform,
      results: z.array(canaryResult).meta({ description: 'Of the last day, the oldest first.' }),
    }),
  ),
});

const cookiesHealth = z.object({
  exists: z.boolean(),
  readByOthers: z.boolean().meta({ description: 'Other users of the machine may read it.' }),
  ageSeconds: count.nullable().meta({ description: 'Since it was last written.' }),
  platforms: z
    .array(
      z.object({
        platform,
        cookies: count,
        earliestExpiry: at.nullable().meta({ description: 'Null when none of them has an end.' }),
      }),
    )
    .meta({ description: 'Platforms for which it has cookies.' }),
});

/** Answer of `GET /api/admin/cockpit`. */
export const cockpitAnswer = z.object({
  at,
  uptimeSeconds: count,
  platforms: z.array(
    platformStatus.extend({
      breaker: z.object({ open: z.boolean(), retryAfterSeconds: count }),
      switch: platformSwitch,
    }),
  ),
  youtubeNotice: z.object({ mode: noticeMode, isShown: z.boolean() }),
  queue: z.object({
    open: count.meta({ description: 'Open downloads; several may share a work.' }),
    running: count,
    mostRunning: count,
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
    filesBytes: count.meta({ description: 'Files and what is reserved for works.' }),
    filesLimitBytes: count,
    freeBytes: count,
    keptFreeBytes: count.meta({ description: 'Below this no new work begins.' }),
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
    engine: z.object({ version: z.string(), source: z.string() }).nullable(),
    ffmpeg: z.string().nullable(),
    jsRuntime: z.string().nullable(),
  }),
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
    .meta({ description: 'The last hundred since the start, the newest first.' }),
  limits: z.array(
    z.object({
      bucket: z.string(),
      burst: count,
      refillMs: z.number(),
      refusedLastHour: count,
    }),
  ),
  canaries: z.object({ links: count, everyMinutes: count, failing: count }),
  cookies: cookiesHealth.nullable().meta({ description: 'Null while COOKIES_FILE is not set.' }),
  alarms: z.object({ webhook: z.boolean() }),
});

/** One open download as operators see it: neither title nor link nor whose it is. */
export const runningJob = z.object({
  id: z.string().meta({ description: 'A short handle, good for cancelling it.' }),
  platform,
  phase: z.string(),
  percent: z.number(),
  bytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  sinceSeconds: count,
  position: count.nullable().meta({ description: 'Its place in the queue, from 1.' }),
});

/** Answer of `GET /api/admin/jobs`: the longest open first, at most 500 of them. */
export const runningJobsAnswer = z.object({ total: count, jobs: z.array(runningJob) });

/** Answer of `POST /api/admin/jobs/{id}/cancel`; false when it ended by itself meanwhile. */
export const cancelJobAnswer = z.object({ cancelled: z.boolean() });

/** Body of `PUT /api/admin/platforms/{id}`. */
export type PlatformSwitchRequest = z.input<typeof platformSwitchRequest>;
/** Body of `PUT /api/admin/youtube-notice`. */
export type YoutubeNoticeRequest = z.infer<typeof youtubeNoticeRequest>;
/** Body of `PUT /api/admin/canaries`. */
export type CanariesRequest = z.infer<typeof canariesRequest>;
/** Answer of `GET` and `PUT /api/admin/canaries`. */
export type CanariesAnswer = z.infer<typeof canariesAnswer>;
/** Answer of `GET /api/admin/cockpit`. */
export type CockpitAnswer = z.infer<typeof cockpitAnswer>;
/** One open download as operators see it. */
export type RunningJob = z.infer<typeof runningJob>;
/** Answer of `GET /api/admin/jobs`. */
export type RunningJobsAnswer = z.infer<typeof runningJobsAnswer>;
