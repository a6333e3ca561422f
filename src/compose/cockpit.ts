// Wires the operators' cockpit: the state of all other modules in one answer, without waiting for anything slow.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { folderBytes } from '../adapters/files/folder-bytes.ts';
import { BUCKETS } from '../adapters/limiter/buckets.ts';
import { listFiles } from '../adapters/ytdlp/accounts.ts';
import { readCookieHealth } from '../adapters/ytdlp/cookie-health.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import { rememberFor } from '../core/async/remember-for.ts';
import type { Signals } from '../core/async/signals.ts';
import { breakerKey } from '../core/inspecting/egress/breaker.ts';
import type { EgressHealth } from '../core/inspecting/egress/egresses.ts';
import type { BucketName, RefusalCounts } from '../core/limits/ports.ts';
import type { Findings } from '../core/outcomes/findings.ts';
import type { RecentFailures } from '../core/outcomes/ports.ts';
import { createHealthAlerts } from '../core/status/health-alerts.ts';
import { createOperating, type Operating } from '../core/status/operating.ts';
import { memoryTrouble } from '../core/status/shared-memory.ts';
import type { SiteStatus } from '../core/status/site-status.ts';
import {
  type CockpitState,
  cockpitView,
  type EgressState,
} from '../http/operators/cockpit-view.ts';
import type { Services } from '../http/services.ts';
import type { PlatformId } from '../shared/platforms/platform.ts';
import { accountFilesOf } from './cookie-file.ts';
import type { DownloadsModule } from './downloads.ts';
import type { PlatformHealthModule } from './platform-health.ts';
import type { Leading, SharedRedis } from './state/redis.ts';
import type { ServerRegistration } from './state/server-registration.ts';
import type { Tools } from './tools/tools.ts';

const MINUTE_MS = 60_000;
const GB = 1e9;
const MB = 1e6;

/** What the other modules provide. */
export type CockpitNeeds = {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly signals: Signals;
  readonly leading: Pick<Leading, 'isLeading'>;
  readonly database: Database;
  readonly redis: Pick<SharedRedis, 'memory'> | null;
  readonly server: Pick<ServerRegistration, 'list'>;
  readonly tools: Pick<
    Tools,
    'pool' | 'egresses' | 'ffmpegVersion' | 'host' | 'sandbox' | 'readSetup' | 'lastTokens'
  >;
  readonly downloads: Pick<DownloadsModule, 'downloading' | 'diskUsage'>;
  readonly watch: PlatformHealthModule;
  readonly siteStatus: () => Promise<SiteStatus>;
  readonly failures: Pick<RecentFailures, 'list'>;
  readonly findings: Pick<Findings, 'list'>;
  readonly refusals: Pick<RefusalCounts, 'lastHour'>;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The services of this module. */
export type CockpitModule = Pick<Services, 'cockpit'> & {
  readonly operating: Operating;
  readonly close: () => Promise<void>;
};

/** Opens the module and starts the health alerts. */
export function composeCockpit(needs: CockpitNeeds): CockpitModule {
  const { config, clock, duties, downloads, watch, siteStatus, warn } = needs;
  const keptFreeBytes = config.MIN_FREE_MB * MB;
  const alerts = createHealthAlerts({
    status: siteStatus,
    alarms: watch.alarms,
    clock,
    duties,
    signals: needs.signals,
    isLeading: needs.leading.isLeading,
    warn,
    sharedMemory: async () => (await needs.redis?.memory()) ?? null,
    disk: async () => ({ freeBytes: (await downloads.diskUsage()).freeBytes, keptFreeBytes }),
  });
  alerts.begin();
  const operating = createOperating({
    switches: watch.switches,
    notice: watch.notice,
    links: watch.canaryLinks,
    canaries: watch.canaries,
    downloading: downloads.downloading,
    clock,
    audit: createAuditLog(needs.database.db),
    newId: () => randomBytes(16).toString('hex'),
  });
  const readState = createStateReader(needs);
  return { operating, cockpit: async () => cockpitView(await readState()), close: alerts.close };
}

/** Reads the state. Slow values are read at most once a minute, or only once. */
function createStateReader(needs: CockpitNeeds): () => Promise<CockpitState> {
  const { config, clock, tools, downloads, watch, warn } = needs;
  const startedAt = clock.monotonic();
  const site = siteVersion(config.root);
  const trendingBytes = rememberFor(MINUTE_MS, clock, () =>
    folderBytes(path.join(config.DATA_DIR, 'trending')),
  );
  const accountFiles = accountFilesOf(config);
  const cookies = rememberFor(MINUTE_MS, clock, async () => {
    if (!accountFiles) return null;
    const files = await listFiles(accountFiles);
    return readCookieHealth(
      files.map(({ file }) => file),
      clock,
    );
  });
  let ffmpeg: string | null = null;
  tools.ffmpegVersion().then(
    (version) => {
      ffmpeg = version;
    },
    (cause: unknown) => warn('the version of ffmpeg is not known', cause),
  );

  return async () => {
    const [status, disk, trending, cookieHealth, servers, memory] = await Promise.all([
      needs.siteStatus(),
      downloads.diskUsage(),
      trendingBytes(),
      cookies(),
      needs.server.list(),
      needs.redis?.memory().catch(() => null),
    ]);
    const pool = tools.pool.state();
    const { rss, heapUsed } = process.memoryUsage();
    return {
      at: clock.now(),
      uptimeMs: clock.monotonic() - startedAt,
      status,
      egressesOf: (platform) => egressesOf(watch, platform),
      switchOf: watch.switches.of,
      noticeMode: watch.notice.get(),
      queue: downloads.downloading.overview(),
      workers: {
        isServing: pool.description !== undefined && pool.failure === undefined,
        most: config.MAX_INSPECTIONS,
        busy: pool.busy,
        idle: pool.idle,
        queued: pool.queued,
        restarts: pool.restarts,
      },
      disk: {
        filesBytes: disk.usedBytes,
        filesLimitBytes: Math.floor(config.FILES_MAX_GB * GB),
        freeBytes: disk.freeBytes,
        keptFreeBytes: config.MIN_FREE_MB * MB,
        trendingBytes: trending,
      },
      memory: {
        rssBytes: rss,
        heapUsedBytes: heapUsed,
        systemFreeBytes: os.freemem(),
        systemTotalBytes: os.totalmem(),
      },
      versions: {
        site,
        node: process.version,
        ffmpeg,
        engine: engineOf(tools),
        jsRuntime: pool.description?.jsRuntime ?? null,
      },
      servers,
      cage: { kind: tools.sandbox.kind, why: tools.sandbox.why || null },
      egress: tools
        .egresses()
        .map(({ id }) => id)
        .join(', '),
      errors: [...needs.failures.list()],
      findings: [...needs.findings.list()],
      limits: Object.entries(BUCKETS).map(([bucket, { burst, refillMs }]) => ({
        bucket,
        burst,
        refillMs,
        refusedLastHour: needs.refusals.lastHour(bucket as BucketName),
      })),
      canaries: watch.canaries.list(),
      cookies: cookieHealth && { ...cookieHealth, platforms: [...cookieHealth.platforms] },
      tokens: tokensOf(tools),
      redis: memory ? { ...memory, trouble: memoryTrouble(memory) } : null,
      hasAlarmWebhook: config.ALARM_WEBHOOK_URL !== undefined,
    };
  };
}

function egressesOf(
  { egresses, breaker, canaries }: PlatformHealthModule,
  platform: PlatformId,
): EgressState[] {
  const health = egresses.health();
  return egresses.of(platform).map((id) => {
    const { open, retryAfterSeconds } = breaker.state(breakerKey(platform, id));
    const isOf = (one: EgressHealth) => one.egress === id && one.platform === platform;
    const { requests = 0, refusals = 0, last = null } = health.find(isOf) ?? {};
    const canary = canaries.lastOf(platform, id);
    const shown = canary && { ok: canary.ok, at: canary.at };
    return { id, open, retryAfterSeconds, requests, refusals, last, canary: shown };
  });
}

function engineOf({ host, pool }: CockpitNeeds['tools']) {
  const { description } = pool.state();
  if (!description) return null;
  const { version, libraries } = description;
  return { version, source: host.current().source, libraries };
}

function tokensOf({ host, readSetup, lastTokens, pool }: CockpitNeeds['tools']) {
  const { provider } = readSetup(host.setup().texts);
  const last = lastTokens();
  const loaded = pool.state().description?.tokenProviders ?? [];
  return {
    provider: provider && { ...provider, loaded },
    last: last && { at: last.at, requests: [...last.requests] },
  };
}

function siteVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return String(version);
}
