// Puts the product together: every adapter chosen here, every service given what it needs. The only room that knows all.
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../adapters/clock/system.ts';
import { createMemoryLimiter } from '../adapters/limiter/memory.ts';
import { rateKey } from '../adapters/limiter/rate-key.ts';
import { createMetrics } from '../adapters/metrics/prometheus.ts';
import { probeSandboxes } from '../adapters/process/probe-sandboxes.ts';
import { createShortLinks } from '../adapters/short-links/follow.ts';
import { createThumbnails } from '../adapters/thumbnails/thumbnails.ts';
import { type Config, ConfigError } from '../config.ts';
import { createInspecting } from '../core/inspecting/inspecting.ts';
import { countRefusals } from '../core/limits/refusal-count.ts';
import { countedOutcomes } from '../core/outcomes/metrics.ts';
import { createRecentFailures } from '../core/outcomes/recent-failures.ts';
import { SERVER_TIMES, type ServerTimes } from '../core/servers/server-registry.ts';
import { createHeldCheck } from '../core/status/readiness-check.ts';
import type { HttpOptions, Services, SourceOffer } from '../http/services.ts';
import { openCockpitRoom } from './cockpit.ts';
import { openCountingRoom } from './counting.ts';
import { openDatabaseRoom } from './database.ts';
import { startDownloadRoom } from './downloads.ts';
import { fetchPicture, requestShortLink } from './egress.ts';
import { startEngineRoom } from './engine.ts';
import { openEngineUpdateRoom } from './engine-updates.ts';
import { openFilmRoom } from './films.ts';
import { assertHidden } from './hidden-data.ts';
import { createMetricsText } from './metrics.ts';
import { openOperatorRoom } from './operators.ts';
import { openSiteRoom, siteFacts } from './site.ts';
import { projectAddress } from './source-address.ts';
import { openBlockList, openTakedownRoom } from './takedowns.ts';
import { openWatchRoom } from './watch.ts';
import { loadErrorWords } from './words.ts';

/** The product, ready to be served, and how it is ended. */
export type Composition = {
  readonly services: Services;
  readonly http: HttpOptions;
  /** What was chosen, for the banner. */
  readonly summary: Readonly<Record<string, string>>;
  /** Takes no new download, and gives those that run this long to end. */
  readonly drain: (mostMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Puts everything together. `warn` logs internal failures; `times` are others in tests alone. Throws
 * ConfigError with a remedy.
 */
export async function compose(
  config: Config,
  warn: (message: string, cause: unknown) => void,
  times: ServerTimes = SERVER_TIMES,
): Promise<Composition> {
  const clock = systemClock;
  const sandbox = await probeSandboxes();
  if (config.SANDBOX === 'required' && sandbox.kind === 'plain') {
    throw new ConfigError(
      `SANDBOX=required, but no sandbox works here (${sandbox.why}). Allow namespaces, or set SANDBOX=best-effort.`,
    );
  }
  assertHidden(config.DATA_DIR, sandbox);
  if (!sandbox.isolatesNetwork)
    warn(
      'yt-dlp keeps the network of this machine: code inside it could go past the door; "npm run doctor" says more',
      undefined,
    );
  const stored = await openDatabaseRoom({ config, clock, times, warn });
  const { database, server } = stored;
  const refusals = countRefusals(createMemoryLimiter({ clock }), clock);
  const { limiter } = refusals;
  const room = await startEngineRoom(config, sandbox, clock);
  const failures = createRecentFailures(stored.outcomes, clock);
  const metrics = createMetrics();
  const outcomes = countedOutcomes(failures.outcomes, metrics);
  const watch = await openWatchRoom({ config, clock, database, engine: room.engine, warn });
  const blockList = await openBlockList(database);
  const shortLinks = createShortLinks(requestShortLink(room.door));
  const inspecting = createInspecting({
    blockList,
    shortLinks,
    engine: room.engine,
    turns: room.turns,
    outcomes,
    clock,
    breaker: watch.breaker,
    switches: watch.switches,
    warn,
  });

  const thumbnails = createThumbnails({
    ffmpegPath: config.FFMPEG_PATH,
    sandbox,
    clock,
    fetchPicture: fetchPicture(room.door),
  });
  const counting = await openCountingRoom({
    blockList,
    config,
    clock,
    database,
    inspecting,
    warn,
  });
  const downloads = await startDownloadRoom({
    blockList,
    config,
    sandbox,
    clock,
    database,
    inspecting,
    thumbnails,
    outcomes,
    warn,
    limiter,
    server,
    door: room.door,
    onFinished: counting.onFinished,
  });
  const site = await openSiteRoom({
    config,
    clock,
    database,
    outcomes,
    limiter,
    pageViews: stored.pageViews,
    downloading: downloads.downloading,
    operated: {
      switches: watch.switches,
      canaries: watch.canaries,
      noticeMode: watch.notice.get,
    },
  });
  const takedowns = await openTakedownRoom({
    config,
    clock,
    database,
    blockList,
    shortLinks,
    warn,
    engine: room.engine,
    downloading: downloads.downloading,
    videos: site.trendingVideos,
    files: site.trendingFiles,
  });
  const operators = await openOperatorRoom({
    config,
    clock,
    database,
    limiter,
    thumbnails,
    blockList,
    warn,
    videos: site.trendingVideos,
    files: site.trendingFiles,
  });
  const films = await openFilmRoom({
    config,
    sandbox,
    clock,
    database,
    server,
    videos: site.trendingVideos,
    pictures: site.trendingFiles,
  });
  const updating = await openEngineUpdateRoom({
    config,
    clock,
    sandbox,
    database,
    room,
    outcomes,
    watch,
    warn,
  });
  const cockpit = openCockpitRoom({
    config,
    clock,
    sandbox,
    database,
    room,
    downloads,
    watch,
    failures,
    refusals,
    warn,
    siteStatus: site.siteStatus,
  });

  return {
    services: {
      ...site,
      ...films,
      trendingViews: counting.trendingViews,
      popular: counting.popular,
      signingIn: operators.signingIn,
      curating: operators.curating,
      takedowns: takedowns.takedowns,
      auditLog: operators.auditLog,
      metrics: {
        ...metrics,
        text: createMetricsText({
          config,
          metrics,
          downloads,
          warn,
          pool: { state: () => room.pool.state() },
        }),
      },
      cockpit: cockpit.cockpit,
      operating: cockpit.operating,
      engine: updating.engine,
      inspecting,
      downloading: downloads.downloading,
      thumbnails,
      clock,
      networkOf: rateKey,
      limits: {
        maxDurationMinutes: config.MAX_DURATION_MINUTES,
        maxFileGigabytes: config.MAX_FILE_GB,
        fileTtlMinutes: config.FILE_TTL_MINUTES,
      },
      limiter: { take: (bucket, address, cost) => limiter.take(bucket, rateKey(address), cost) },
      words: loadErrorWords(),
      ready: {
        engine: () =>
          room.pool.state().description !== undefined && room.pool.state().failure === undefined,
        database: stored.isReady,
        storage: createHeldCheck({
          name: 'storage',
          clock,
          warn,
          check: downloads.checkRoom,
        }),
      },
    },
    http: {
      publicUrl: config.PUBLIC_URL,
      site: siteFacts(config),
      trustedProxies: config.TRUSTED_PROXIES,
      webDir: path.join(config.root, 'dist/web'),
      publicDir: path.join(config.root, 'public'),
      customScript: path.join(config.DATA_DIR, 'custom.js'),
      source: sourceOffer(config),
      logLevel: config.LOG_LEVEL,
      metricsToken: config.METRICS_TOKEN,
    },
    summary: {
      database: database.kind,
      egress: room.door.egress,
      cage: sandbox.kind,
      engineNetwork: sandbox.isolatesNetwork ? 'door only' : 'host',
      engine: room.source,
    },
    drain: (mostMs) => downloads.downloading.stop(mostMs),
    async close() {
      operators.close();
      takedowns.close();
      await cockpit.close();
      await updating.close();
      await watch.close();
      await downloads.close();
      await counting.close();
      await room.close();
      await stored.close();
    },
  };
}

/** Where visitors find the source: where the operator says, else where the project is, else here. */
function sourceOffer({ SOURCE_URL, root }: Config): SourceOffer {
  return {
    url: SOURCE_URL ?? projectAddress(manifest) ?? undefined,
    archive: path.join(root, 'dist/source.tar.gz'),
    fileName: `${manifest.name}-${manifest.version}.tar.gz`,
  };
}
