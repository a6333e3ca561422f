// Puts the product together: every adapter chosen here, every service given what it needs. The only room that knows all.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { systemClock } from './adapters/clock/system.ts';
import { openDatabase } from './adapters/database/open-database.ts';
import { createOutcomes } from './adapters/database/outcomes.ts';
import { createDoor } from './adapters/door/index.ts';
import { createMemoryLimiter } from './adapters/limiter/memory.ts';
import { rateKey } from './adapters/limiter/rate-key.ts';
import { probeCages } from './adapters/process/probe-cages.ts';
import { createShortLinks } from './adapters/short-links/follow.ts';
import { createThumbnails } from './adapters/thumbnails/thumbnails.ts';
import { createEngine } from './adapters/ytdlp/engine.ts';
import { findJsRuntime } from './adapters/ytdlp/engine-settings.ts';
import { createWorkerPool } from './adapters/ytdlp/pool.ts';
import { extraCertificates } from './certificates.ts';
import { type Config, ConfigError } from './config.ts';
import { createInspecting } from './core/inspecting.ts';
import { fetchPicture, requestShortLink } from './egress.ts';
import type { HttpOptions, Services } from './http/services.ts';
import { locateEngine } from './locate-engine.ts';
import { isHostOf, PLATFORMS } from './shared/platforms/index.ts';
import { loadErrorWords } from './words.ts';

const MB = 1024 ** 2;
/** What one look at a link may use: generous for pages, far too little for media. */
const INSPECT_LIMITS = { maxBytes: 64 * MB, maxSockets: 64, idleMs: 30_000 };
/** Longer than the pool's own deadline, so that a visitor is told `timeout` and not that a connection broke. */
const GRACE_MS = 5000;
const DAY_MS = 24 * 3_600_000;

/** The product, ready to be served, and how it is ended. */
export type Composition = {
  readonly services: Services;
  readonly http: HttpOptions;
  /** What was chosen, for the banner. */
  readonly summary: Readonly<Record<string, string>>;
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
  const certificates = extraCertificates(config);
  const engineLocation = locateEngine(config);
  const database = await openDatabase({
    url: config.DATABASE_URL ?? null,
    dataDir: config.DATA_DIR,
  });
  const door = await createDoor({
    clock,
    hosts: {
      mode: config.EGRESS_HOSTS,
      isListed: (platform, host) => isHostOf(PLATFORMS[platform], host),
    },
    nat64: config.EGRESS_NAT64,
    ...(config.UPSTREAM_PROXY ? { upstreamProxy: config.UPSTREAM_PROXY } : {}),
    ...(certificates ? { extraCa: certificates.pem } : {}),
  });
  const deadlineMs = config.INSPECT_TIMEOUT_SECONDS * 1000;
  const pool = createWorkerPool({
    python: engineLocation.python,
    enginePath: engineLocation.enginePath,
    pluginDirs: [path.join(config.root, 'engine')],
    jsRuntime: findJsRuntime(path.join(config.root, 'node_modules')),
    caFile: certificates?.bundleFile ?? null,
    scriptFolder: path.join(config.root, 'engine'),
    cage,
    clock,
    size: config.MAX_INSPECTIONS,
    deadlineMs,
    lanes: () => {
      const lane = door.lane();
      return {
        proxyUrl: lane.proxyUrl,
        begin: (platform) =>
          lane.begin(platform, { ...INSPECT_LIMITS, totalMs: deadlineMs + GRACE_MS }),
        end: () => lane.end(),
        close: lane.close,
      };
    },
  });
  const outcomes = createOutcomes(database.db);
  const forget = async () => {
    await outcomes.forgetBefore(clock.now() - config.OUTCOMES_DAYS * DAY_MS);
    await database.checkpoint();
  };
  const stopForgetting = forgetDaily(forget, warn);
  const limiter = createMemoryLimiter({ clock });
  const inspecting = createInspecting({
    engine: createEngine({
      pool,
      egress: door.egress,
      clock,
      newId: () => randomBytes(16).toString('base64url'),
    }),
    shortLinks: createShortLinks(requestShortLink(door)),
    outcomes,
    clock,
    disabledPlatforms: new Set(config.DISABLED_PLATFORMS),
    warn,
  });

  return {
    services: {
      inspecting,
      thumbnails: createThumbnails({
        ffmpegPath: config.FFMPEG_PATH,
        cage,
        fetchPicture: fetchPicture(door),
      }),
      limiter: { take: (bucket, address, cost) => limiter.take(bucket, rateKey(address), cost) },
      words: loadErrorWords(),
      ready: {
        engine: () => pool.state().description !== undefined && pool.state().failure === undefined,
        database: async () => (await outcomes.countSince(clock.now())).length >= 0,
      },
    },
    http: {
      publicUrl: config.PUBLIC_URL,
      trustedProxies: config.TRUSTED_PROXIES,
      webDir: path.join(config.root, 'dist/web'),
      publicDir: path.join(config.root, 'public'),
      logLevel: config.LOG_LEVEL,
    },
    summary: {
      database: database.kind,
      egress: door.egress,
      cage: cage.kind,
      engine: engineLocation.source,
    },
    async close() {
      stopForgetting();
      await pool.close();
      await door.close();
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
