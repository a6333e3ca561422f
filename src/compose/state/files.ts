// Where files lie: in DATA_DIR, or in the object store that servers share; jobs are made in DATA_DIR either way.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFileRows } from '../../adapters/database/file-rows.ts';
import type { Database } from '../../adapters/database/schema.ts';
import { createDiskStore, type DiskStore } from '../../adapters/files/disk-store.ts';
import { createFilmFiles } from '../../adapters/files/film-files.ts';
import { openScratch } from '../../adapters/files/scratch.ts';
import { createTrendingFiles } from '../../adapters/files/trending-files.ts';
import type { S3 } from '../../adapters/s3/open-s3.ts';
import { asConfigError, type Config, ConfigError } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { Metrics } from '../../core/outcomes/metrics.ts';
import type { FilmFiles, TrendingFiles } from '../../core/trending/ports.ts';

const GB = 1e9;
const MB = 1e6;

/** Where files are stored: those of jobs, of the trending list, and drafts of films. */
export type FilesModule = {
  readonly kind: 'disk' | 's3';
  readonly files: DiskStore;
  readonly trendingFiles: TrendingFiles;
  readonly filmFiles: FilmFiles;
  readonly close: () => Promise<void>;
};

/** Opens the stores, and claims DATA_DIR for this server. Throws ConfigError with a remedy. */
export async function composeFiles(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly server: { readonly id: string };
  readonly metrics: Pick<Metrics, 'storeAnswered'>;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<FilesModule> {
  const { config, clock, database, server, metrics, warn } = needs;
  const minFreeBytes = config.MIN_FREE_MB * MB;
  const onDisk = { dataDir: config.DATA_DIR, minFreeBytes, warn };
  const maxBytes = config.FILES_MAX_GB * GB;
  const drafts = createFilmFiles(config.DATA_DIR, server.id, minFreeBytes);
  const opened = await openConfiguredS3(config);
  if (!opened) {
    const files = await createDiskStore({ ...onDisk, clock, maxBytes }).catch(asConfigError);
    return {
      kind: 'disk',
      files,
      trendingFiles: createTrendingFiles(config.DATA_DIR),
      filmFiles: drafts,
      close: files.close,
    };
  }
  const { s3, trendingFiles } = opened;
  const [{ createS3Store }, { createS3FilmFiles }, { watchS3 }] = await Promise.all([
    import('../../adapters/s3/s3-store.ts'),
    import('../../adapters/s3/trending-files.ts'),
    import('../../adapters/s3/watch-s3.ts'),
  ]);
  watchS3(s3, clock, metrics.storeAnswered);
  const scratch = await openScratch(onDisk).catch(asConfigError);
  const rows = createFileRows(database.db);
  const files = createS3Store({ s3, rows, scratch, clock, maxBytes, warn });
  return {
    kind: 's3',
    files,
    trendingFiles,
    filmFiles: createS3FilmFiles(s3, drafts, warn),
    async close() {
      await files.close();
      s3.close();
    },
  };
}

/** The trending files of the settings, for commands. */
export async function openConfiguredTrendingFiles(
  config: Config,
): Promise<{ readonly files: TrendingFiles; readonly close: () => void }> {
  const opened = await openConfiguredS3(config);
  return opened
    ? { files: opened.trendingFiles, close: opened.s3.close }
    : { files: createTrendingFiles(config.DATA_DIR), close: () => undefined };
}

/** Opens the object store and probes it; null where none is set. Throws ConfigError with a remedy. */
export async function openConfiguredS3(
  config: Config,
): Promise<{ readonly s3: S3; readonly trendingFiles: TrendingFiles } | null> {
  if (config.S3_BUCKET === undefined) return null;
  const [{ openS3, probeS3 }, { createS3TrendingFiles }] = await Promise.all([
    import('../../adapters/s3/open-s3.ts'),
    import('../../adapters/s3/trending-files.ts'),
  ]);
  const s3 = openS3({
    endpoint: config.S3_ENDPOINT ?? null,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: await secretAccessKeyOf(config),
    prefix: config.S3_PREFIX ?? '',
    pathStyle:
      config.S3_PATH_STYLE === undefined
        ? config.S3_ENDPOINT !== undefined
        : config.S3_PATH_STYLE === 'on',
  });
  await probeS3(s3).catch((error: Error) => {
    s3.close();
    throw new ConfigError(`S3_BUCKET: ${error.message}`);
  });
  return { s3, trendingFiles: createS3TrendingFiles(s3) };
}

async function secretAccessKeyOf(config: Config): Promise<string> {
  const { S3_SECRET_ACCESS_KEY, S3_SECRET_ACCESS_KEY_FILE, root } = config;
  if (S3_SECRET_ACCESS_KEY !== undefined) return S3_SECRET_ACCESS_KEY;
  const file = path.resolve(root, S3_SECRET_ACCESS_KEY_FILE ?? '');
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      throw new ConfigError(
        `S3_SECRET_ACCESS_KEY_FILE: ${file} cannot be read (${error.code ?? error.name}).`,
      );
    },
  );
}
