// Collects the values of the metrics from the other modules.
import type { WorkerPool } from '../adapters/ytdlp/workers/pool.ts';
import type { Config } from '../config.ts';
import type { Metrics, Readings } from '../core/outcomes/metrics.ts';
import type { DownloadsModule } from './downloads.ts';

const GB = 1e9;

/** The text of `GET /metrics`. */
export function createMetricsText(needs: {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly pool: Pick<WorkerPool, 'state'>;
  readonly downloads: Pick<DownloadsModule, 'downloading' | 'diskUsage'>;
  readonly warn: (message: string, cause: unknown) => void;
}): () => Promise<string> {
  const { config, metrics, pool, downloads, warn } = needs;

  const readFiles = async (): Promise<Readings['files']> => {
    try {
      const { usedBytes, freeBytes } = await downloads.diskUsage();
      const limitBytes = config.FILES_MAX_GB * GB;
      return { bytes: usedBytes, limitBytes, diskFreeBytes: freeBytes };
    } catch (error) {
      warn('the disk cannot be measured', error);
      return null;
    }
  };

  return () =>
    metrics.text(async () => {
      const { jobs, running, waiting } = downloads.downloading.overview();
      const { description, busy, idle, queued, restarts } = pool.state();
      return {
        downloads: { open: jobs.length, running, waiting },
        workers: { busy, idle, queued, restarts },
        files: await readFiles(),
        engineVersion: description?.version ?? null,
      };
    });
}
