// Wires downloads: file store, job queue, pipeline and service.
import { hostname } from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { oneAtATime } from '../adapters/clock/one-at-a-time.ts';
import { createDownloads } from '../adapters/database/downloads.ts';
import type { Database } from '../adapters/database/schema.ts';
import type { DiskStore } from '../adapters/files/disk-store.ts';
import { createMemoryFileHolds } from '../adapters/memory/file-holds.ts';
import { createArchiveTokens } from '../adapters/secrets/archive-tokens.ts';
import { newId } from '../adapters/secrets/new-id.ts';
import { createSeal } from '../adapters/secrets/seal.ts';
import { createTokens } from '../adapters/secrets/tokens.ts';
import { createWorkKey } from '../adapters/secrets/worker-keys.ts';
import type { Config } from '../config.ts';
import { type Archiving, createArchiving } from '../core/archives/archiving.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import type { Signals } from '../core/async/signals.ts';
import {
  createDownloadService,
  type DownloadService,
  type DownloadServiceNeeds,
} from '../core/downloading/service.ts';
import type { Inspecting } from '../core/inspecting/inspecting.ts';
import type { Outcomes } from '../core/outcomes/ports.ts';
import type { ServerFacts, ServerTimes } from '../core/servers/server-registry.ts';
import { composeJobQueue, type JobQueueModule, type JobQueueNeeds } from './job-queue.ts';
import type { Keys } from './state/configured-data.ts';
import type { FilesModule } from './state/files.ts';
import type { SharedRedis } from './state/redis.ts';
import type { ServerRegistration } from './state/server-registration.ts';
import { createJobRunner, type JobRunnerNeeds } from './tools/job-runner.ts';
import type { Tools } from './tools/tools.ts';
import { openWorkTurns, slotsOf } from './tools/work-limits.ts';
import { createExplainFailure } from './words.ts';

const MINUTE_MS = 60_000;
const GB = 1e9;
const MB = 1e6;

/** What the other modules provide. `warn` logs internal failures. */
export type DownloadsNeeds = {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly keys: Keys;
  readonly secret: Uint8Array;
  readonly tools: Tools;
  readonly health: JobRunnerNeeds['health'];
  readonly metrics: JobRunnerNeeds['metrics'];
  readonly early?: JobRunnerNeeds['early'];
  readonly openElsewhere?: DownloadServiceNeeds['openElsewhere'];
  readonly database: Database;
  readonly signals: Signals;
  readonly times: ServerTimes;
  readonly redis: SharedRedis | null;
  readonly store: FilesModule;
  readonly server: ServerRegistration;
  readonly inspecting: Inspecting;
  readonly blockList: DownloadServiceNeeds['blockList'];
  readonly outcomes: Outcomes;
  readonly limiter: DownloadServiceNeeds['limiter'];
  readonly onFinished: DownloadServiceNeeds['onFinished'];
  readonly noteFailure: DownloadServiceNeeds['noteFailure'];
  readonly warn: (message: string, cause: unknown) => void;
};

/** The service. To shut down, call `stop` while visitors are still served, then `close`. */
export type DownloadsModule = {
  readonly downloading: DownloadService;
  readonly archiving: Archiving;
  /** The number of jobs of lost servers that this one has found since its start. */
  readonly foundLost: () => number;
  readonly diskUsage: DiskStore['usage'];
  readonly checkFreeSpace: DiskStore['checkFreeSpace'];
  /** Takes no new downloads and jobs, and waits at most this long for the open ones. */
  readonly drain: (maxMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Resumes interrupted downloads, and sweeps every minute. Throws ConfigError with a remedy. */
export async function composeDownloads(needs: DownloadsNeeds): Promise<DownloadsModule> {
  const { config, clock, duties, secret, database, server, tools, inspecting, warn } = needs;
  const { files } = needs.store;
  // Only now is it certain that no other process uses this server's id.
  await server.enter();
  const tokens = createTokens(secret);
  const seal = createSeal(secret);
  const { fileTtlMs, ...limits } = jobLimitsOf(config);
  const { early, openElsewhere } = needs;
  const jobs = await openJobs(needs);
  const downloading = createDownloadService({
    inspecting,
    blockList: needs.blockList,
    downloads: createDownloads(database.db, seal, server.id),
    files,
    fileHolds: createMemoryFileHolds(),
    queue: jobs.queue,
    early,
    openElsewhere,
    identify: tools.identify,
    maxUploadBytes: config.MAX_UPLOAD_MB * MB,
    maxStoredBytes: config.FILES_MAX_GB * GB,
    signals: needs.signals,
    inTurn: oneAtATime(),
    tokens,
    outcomes: needs.outcomes,
    limiter: needs.limiter,
    onFinished: needs.onFinished,
    noteFailure: needs.noteFailure,
    clock,
    newId,
    limits,
    fileTtlMs,
    abandonMs: config.ABANDON_MINUTES * MINUTE_MS,
    warn,
  });
  const archiving = createArchiving({
    downloading,
    files,
    limiter: needs.limiter,
    tokens: createArchiveTokens(seal),
    explain: createExplainFailure(path.join(config.root, 'content/locales')),
    clock,
  });
  server.describeBy(() => factsOf(needs, jobs, downloading.overview().open));
  await server.takeUp(downloading);
  const endSweeping = duties.every('sweep-downloads', MINUTE_MS, downloading.sweep, {
    runsAtOnce: true,
    failure: 'expired files could not be removed',
  });
  return {
    downloading,
    archiving,
    foundLost: jobs.foundLost,
    diskUsage: files.usage,
    checkFreeSpace: files.checkFreeSpace,
    async drain(maxMs) {
      await Promise.all([jobs.drain(maxMs), downloading.stop(maxMs)]);
    },
    async close() {
      void endSweeping();
      await downloading.stop(0);
      await server.leave();
    },
  };
}

/** The settings that bound jobs, and how long their files are kept. */
function jobLimitsOf(config: Config) {
  return {
    maxDurationSeconds: config.MAX_DURATION_MINUTES * 60,
    maxFileBytes: config.MAX_FILE_GB * GB,
    maxEncodeSeconds: config.MAX_ENCODE_MINUTES * 60,
    fileTtlMs: config.FILE_TTL_MINUTES * MINUTE_MS,
  };
}

/** What a server reports about itself; `downloads` is the number of its own open ones. */
export function factsOf(
  { config, tools }: Pick<DownloadsNeeds, 'config' | 'tools'>,
  jobs: Pick<JobQueueModule, 'running' | 'foundLost'>,
  downloads: number,
): ServerFacts {
  return {
    name: hostname(),
    version: manifest.version,
    role: config.ROLE,
    engine: tools.pool.state().description?.version ?? null,
    egress: tools.engine.egress,
    jobs: jobs.running(),
    downloads,
    foundLost: jobs.foundLost(),
    rssBytes: process.memoryUsage.rss(),
  };
}

/** What {@link openJobs} needs. */
type JobsNeeds = Omit<JobQueueNeeds, 'files' | 'runJob' | 'slots' | 'turns'> &
  Pick<JobRunnerNeeds, 'config' | 'inspecting' | 'tools' | 'health' | 'metrics' | 'early'> & {
    readonly store: FilesModule;
  };

/** Opens the queue of jobs, and what runs them. */
export async function openJobs(needs: JobsNeeds): Promise<JobQueueModule> {
  const { config, clock, keys, store } = needs;
  const { files } = store;
  let jobs: JobQueueModule | null = null;
  const turns = openWorkTurns(config, clock, {
    isSlotWanted: () => jobs?.queue.isSlotWanted() ?? false,
    isPlaceWanted: () => jobs?.queue.count().isPlaceWanted ?? false,
  });
  const workKey = createWorkKey(keys.work);
  const runJob = createJobRunner({ ...needs, ...jobLimitsOf(config), turns, files, workKey });
  // Without a store that all can read, a job must run where its file is wanted.
  const redis = store.kind === 's3' ? needs.redis : null;
  jobs = await composeJobQueue({ ...needs, redis, files, runJob, turns, slots: slotsOf(config) });
  return jobs;
}
