// Puts the product together: every adapter chosen here, every service given what it needs. The only room that knows all.
import path from 'node:path';
import { systemClock } from './adapters/clock/system.ts';
import { createOutcomes } from './adapters/database/outcomes.ts';
import { createMemoryLimiter } from './adapters/limiter/memory.ts';
import { rateKey } from './adapters/limiter/rate-key.ts';
import { probeCages } from './adapters/process/probe-cages.ts';
import { createShortLinks } from './adapters/short-links/follow.ts';
import { createThumbnails } from './adapters/thumbnails/thumbnails.ts';
import { type Config, ConfigError } from './config.ts';
import { openConfiguredDatabase } from './configured-database.ts';
import { createInspecting } from './core/inspecting.ts';
import { startDownloadRoom } from './download-room.ts';
import { fetchPicture, requestShortLink } from './egress.ts';
import { startEngineRoom } from './engine-room.ts';
import type { HttpOptions, Services } from './http/services.ts';
import { openOperatorRoom } from './operator-room.ts';
import { openSiteRoom, siteFacts } from './site-room.ts';
import { loadErrorWords } from './words.ts';

const DAY_MS = 24 * 3_600_000;

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

/** Puts everything together. `warn` is told of trouble that no visitor should notice. Throws ConfigError with a remedy. */
export async function compose(
  config: Config,
  warn: (message: string, cause: unknown) => void,
): Promise<Composition> {
  const clock = systemClock;
  const cage = await probeCages();
  if (config.SANDBOX === 'required' && cage.kind === 'plain') {
    throw new ConfigError(
      `SANDBOX=required, but no cage works here (${cage.why}). Allow namespaces, or set SANDBOX=best-effort.`,
    );
  }
  const database = await openConfiguredDatabase(config);
  const limiter = createMemoryLimiter({ clock });
  const room = await startEngineRoom(config, cage, clock);
  const outcomes = createOutcomes(database.db);
  const forget = async () => {
    await outcomes.forgetBefore(clock.now() - config.OUTCOMES_DAYS * DAY_MS);
    await database.checkpoint();
  };
  const stopForgetting = forgetDaily(forget, warn);
  const inspecting = createInspecting({
    engine: room.engine,
    shortLinks: createShortLinks(requestShortLink(room.door)),
    outcomes,
    clock,
    disabledPlatforms: new Set(config.DISABLED_PLATFORMS),
    warn,
  });

  const thumbnails = createThumbnails({
    ffmpegPath: config.FFMPEG_PATH,
    cage,
    fetchPicture: fetchPicture(room.door),
  });
  const downloads = await startDownloadRoom({
    ...{ config, cage, clock, database, inspecting, thumbnails, outcomes, warn },
    door: room.door,
  });
  const site = await openSiteRoom({
    ...{ config, clock, database, outcomes },
    downloading: downloads.downloading,
  });
  const operators = await openOperatorRoom({
    ...{ config, clock, database, limiter, thumbnails, warn },
    ...{ videos: site.trendingVideos, files: site.trendingFiles },
  });

  return {
    services: {
      ...site,
      signingIn: operators.signingIn,
      curating: operators.curating,
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
        database: async () => (await outcomes.countSince(clock.now())).length >= 0,
      },
    },
    http: {
      publicUrl: config.PUBLIC_URL,
      site: siteFacts(config),
      trustedProxies: config.TRUSTED_PROXIES,
      webDir: path.join(config.root, 'dist/web'),
      publicDir: path.join(config.root, 'public'),
      customScript: path.join(config.DATA_DIR, 'custom.js'),
      logLevel: config.LOG_LEVEL,
    },
    summary: {
      database: database.kind,
      egress: room.door.egress,
      cage: cage.kind,
      engine: room.source,
    },
    drain: (mostMs) => downloads.downloading.stop(mostMs),
    async close() {
      stopForgetting();
      operators.close();
      await downloads.close();
      await room.close();
      await database.close();
    },
  };
}

/** Runs a clean-up now and once a day. */
function forgetDaily(
  forget: () => Promise<unknown>,
  warn: (message: string, cause: unknown) => void,
): () => void {
  const run = () =>
    void forget().catch((cause: unknown) => warn('old outcomes could not be removed', cause));
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
