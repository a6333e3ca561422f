// Wires downloads: file store, job queue, pipeline and service.
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createDownloads } from '../adapters/database/downloads.ts';
import type { Database } from '../adapters/database/schema.ts';
import type { Door } from '../adapters/door/door.ts';
import { createFetcher } from '../adapters/fetch/fetcher.ts';
import { createChecker } from '../adapters/ffmpeg/checking/checker.ts';
import { createMediaIdentifier } from '../adapters/ffmpeg/identify-media.ts';
import { createTranscoder } from '../adapters/ffmpeg/making/transcoder.ts';
import { createDiskStore, type DiskStore } from '../adapters/files/disk-store.ts';
import { createMemoryFileHolds } from '../adapters/memory/file-holds.ts';
import { createMemoryJobQueue } from '../adapters/memory/job-queue.ts';
import { createMemorySignals } from '../adapters/memory/signals.ts';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { createArchiveTokens } from '../adapters/secrets/archive-tokens.ts';
import { createSeal } from '../adapters/secrets/seal.ts';
import { createTokens } from '../adapters/secrets/tokens.ts';
import { asConfigError, type Config } from '../config.ts';
import { type Archiving, createArchiving } from '../core/archives/archiving.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import {
  createDownloadService,
  type DownloadService,
  type DownloadServiceNeeds,
} from '../core/downloading/service.ts';
import type { Inspecting } from '../core/inspecting/inspecting.ts';
import type { Thumbnails } from '../core/inspecting/ports.ts';
import { createRunJob } from '../core/jobs/run-job.ts';
import type { Outcomes } from '../core/outcomes/ports.ts';
import type { SubtitleReader } from '../core/subtitles/ports.ts';
import type { ServerRegistration } from './server-registration.ts';
import { createExplainFailure } from './words.ts';

const MINUTE_MS = 60_000;
const GB = 1e9;
const MB = 1e6;

/** What the other modules provide. `warn` logs internal failures. */
export type DownloadsNeeds = {
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly secret: Uint8Array;
  readonly door: Door;
  readonly database: Database;
  readonly server: ServerRegistration;
  readonly inspecting: Inspecting;
  readonly blockList: DownloadServiceNeeds['blockList'];
  readonly thumbnails: Thumbnails;
  readonly subtitles: SubtitleReader;
  readonly outcomes: Outcomes;
  readonly limiter: DownloadServiceNeeds['limiter'];
  readonly onFinished: DownloadServiceNeeds['onFinished'];
  readonly warn: (message: string, cause: unknown) => void;
};

/** The service. To shut down, call `stop` while visitors are still served, then `close`. */
export type DownloadsModule = {
  readonly downloading: DownloadService;
  readonly archiving: Archiving;
  readonly diskUsage: DiskStore['usage'];
  readonly checkFreeSpace: DiskStore['checkFreeSpace'];
  readonly close: () => Promise<void>;
};

/** Opens the store, resumes interrupted downloads, and sweeps every minute. Throws ConfigError with a remedy. */
export async function composeDownloads(needs: DownloadsNeeds): Promise<DownloadsModule> {
  const { config, sandbox, clock, duties, secret, database, server, door, inspecting, warn } =
    needs;
  const files = await createDiskStore({
    dataDir: config.DATA_DIR,
    clock,
    maxBytes: config.FILES_MAX_GB * GB,
    minFreeBytes: config.MIN_FREE_MB * MB,
    warn,
  }).catch(asConfigError);
  // Only now is it certain that no other process uses this server's id.
  await server.enter();
  const tokens = createTokens(secret);
  const seal = createSeal(secret);
  const limits = {
    maxDurationSeconds: config.MAX_DURATION_MINUTES * 60,
    maxFileBytes: config.MAX_FILE_GB * GB,
    maxEncodeSeconds: config.MAX_ENCODE_MINUTES * 60,
  };
  const fileTtlMs = config.FILE_TTL_MINUTES * MINUTE_MS;
  const tools = { ffmpegPath: config.FFMPEG_PATH, ffprobePath: config.FFPROBE_PATH, sandbox };
  const runJob = createRunJob({
    ...limits,
    inspecting,
    fetcher: createFetcher({ openLane: door.lane, clock }),
    transcoder: createTranscoder(tools),
    checker: createChecker(tools),
    files,
    thumbnails: needs.thumbnails,
    subtitles: needs.subtitles,
    clock,
    inspectAgain: ({ inspection }, signal) => inspecting.inspectAgain(inspection.link, signal),
    workKey: tokens.workKey,
    fileTtlMs,
  });
  const downloading = createDownloadService({
    inspecting,
    blockList: needs.blockList,
    downloads: createDownloads(database.db, seal, server.id),
    files,
    fileHolds: createMemoryFileHolds(),
    queue: createMemoryJobQueue({
      clock,
      maxRunning: config.MAX_JOBS,
      maxHeavy: config.MAX_TRANSCODES ?? Math.max(1, Math.floor(availableParallelism() / 2)),
      runJob,
    }),
    identify: createMediaIdentifier(tools),
    maxUploadBytes: config.MAX_UPLOAD_MB * MB,
    maxStoredBytes: config.FILES_MAX_GB * GB,
    signals: createMemorySignals(clock),
    tokens,
    outcomes: needs.outcomes,
    limiter: needs.limiter,
    onFinished: needs.onFinished,
    clock,
    newId: () => randomBytes(16).toString('base64url'),
    limits,
    fileTtlMs,
    abandonMs: config.ABANDON_MINUTES * MINUTE_MS,
    warn,
  });
  const archiving = createArchiving({
    downloading,
    files,
    fileToken: tokens.fileToken,
    tokens: createArchiveTokens(seal),
    explain: createExplainFailure(path.join(config.root, 'content/locales')),
    clock,
  });
  await server.takeUp(downloading);
  const endSweeping = duties.every('sweep-downloads', MINUTE_MS, downloading.sweep, {
    runsAtOnce: true,
    failure: 'expired files could not be removed',
  });
  return {
    downloading,
    archiving,
    diskUsage: files.usage,
    checkFreeSpace: files.checkFreeSpace,
    async close() {
      void endSweeping();
      await downloading.stop(0);
      await files.close();
      await server.leave();
    },
  };
}
