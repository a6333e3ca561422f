// The dependencies of the HTTP application: services, and some settings.
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { rateKey } from '../adapters/limiter/rate-key.ts';
import { createFeedTokens } from '../adapters/secrets/feed-tokens.ts';
import type { Config } from '../config.ts';
import { createCachedCheck } from '../core/status/readiness-check.ts';
import type { HttpOptions, Services, SourceOffer, WorkerServices } from '../http/services.ts';
import { type Base, wholeKey } from './base.ts';
import { createMetricsText, type MetricsNeeds } from './metrics.ts';
import { siteFacts } from './site.ts';
import { projectAddress } from './source-address.ts';
import type { Web } from './web.ts';
import { loadErrorWords } from './words.ts';
import type { Worker } from './worker.ts';

/** The services that routes call. */
export function servicesOf(base: Base, worker: Worker, web: Web): Services {
  const { config, clock, tools } = base;
  const { downloads } = worker;
  return {
    ...sharedServicesOf(base, downloads, downloads.checkFreeSpace),
    ...web.site,
    ...web.films,
    trendingViews: worker.counts.trendingViews,
    popular: worker.counts.popular,
    signingIn: web.operators.signingIn,
    curating: web.operators.curating,
    apiKeys: web.operators.apiKeys,
    feedTokens: createFeedTokens(wholeKey(base)),
    auditLog: web.operators.auditLog,
    takedowns: web.takedowns.takedowns,
    cockpit: web.cockpit.cockpit,
    operating: web.cockpit.operating,
    engine: web.updates.engine,
    inspecting: worker.inspecting,
    lists: worker.lists,
    videoSearch: worker.videoSearch,
    downloading: downloads.downloading,
    archiving: downloads.archiving,
    thumbnails: tools.thumbnails,
    subtitles: tools.subtitles,
    clock,
    limits: {
      maxDurationMinutes: config.MAX_DURATION_MINUTES,
      maxFileGigabytes: config.MAX_FILE_GB,
      fileTtlMinutes: config.FILE_TTL_MINUTES,
      maxUploadMegabytes: config.MAX_UPLOAD_MB,
      maxEncodeMinutes: config.MAX_ENCODE_MINUTES,
      programLinks: config.PROGRAM_LINKS === 'on',
      youtubeSearch: config.YOUTUBE_SEARCH === 'on',
    },
  };
}

/** Those of a server that only works as well. `check` throws when files cannot be stored. */
export function sharedServicesOf(
  base: Base,
  downloads: MetricsNeeds['downloads'],
  check: () => Promise<void>,
): Omit<WorkerServices, 'isDraining'> {
  const { clock, warn, tools, limiter, metrics, stored } = base;
  const { pool } = tools;
  const engine = () => pool.state().description !== undefined && pool.state().failure === undefined;
  return {
    metrics: { ...metrics, text: createMetricsText({ ...base, downloads, pool }) },
    networkOf: rateKey,
    clock,
    sharedEarly: base.sharedEarly,
    limiter,
    words: loadErrorWords(),
    ready: {
      engine,
      database: stored.isReady,
      storage: createCachedCheck({ name: 'storage', clock, warn, check }),
    },
  };
}

/** The folder of built files, and the site's description of itself. */
export function httpOptionsOf(config: Config): HttpOptions {
  return {
    publicUrl: config.PUBLIC_URL,
    basePath: config.BASE_PATH,
    site: siteFacts(config),
    trustedProxies: config.TRUSTED_PROXIES,
    webDir: path.join(config.root, 'dist/web'),
    publicDir: path.join(config.root, 'public'),
    customScript: path.join(config.DATA_DIR, 'custom.js'),
    source: sourceOffer(config),
    logLevel: config.LOG_LEVEL,
    metricsToken: config.METRICS_TOKEN,
    maxUploadBytes: config.MAX_UPLOAD_MB * 1e6,
  };
}

/** The address of the source: the operator's setting, else the project's repository, else a copy on this site. */
function sourceOffer({ SOURCE_URL, root }: Config): SourceOffer {
  return {
    url: SOURCE_URL ?? projectAddress(manifest) ?? undefined,
    archive: path.join(root, 'dist/source.tar.gz'),
    fileName: `${manifest.name}-${manifest.version}.tar.gz`,
  };
}
