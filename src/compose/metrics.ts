// Collects the values of the metrics from the other modules.
import manifest from '../../package.json' with { type: 'json' };
import type { WorkerPool } from '../adapters/ytdlp/workers/pool.ts';
import type { Config } from '../config.ts';
import type { Metrics, Readings } from '../core/outcomes/metrics.ts';
import type { DownloadsModule } from './downloads.ts';
import type { SharedRedis } from './state/redis.ts';

const GB = 1e9;

/** What the metrics need. */
export type MetricsNeeds = {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly pool: Pick<WorkerPool, 'state'>;
  readonly downloads: Pick<DownloadsModule, 'diskUsage' | 'foundLost'> & {
    readonly downloading: Pick<DownloadsModule['downloading'], 'overview'>;
  };
  readonly redis: Pick<SharedRedis, 'isConnected'> | null;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The text of `GET /metrics`. */
export function createMetricsText(needs: MetricsNeeds): () => Promise<string> {
  const { config, metrics, pool, downloads, redis, warn } = needs;

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
      const { oldestWaitMs, isPlaceWanted, ...queue } = downloads.downloading.overview();
      const { description, busy, idle, queued, restarts } = pool.state();
      return {
        server: { version: manifest.version, role: config.ROLE },
        downloads: {
          ...queue,
          oldestWaitSeconds: (oldestWaitMs ?? 0) / 1000,
          foundLost: downloads.foundLost(),
        },
        hasRedis: redis?.isConnected() ?? null,
        workers: { busy, idle, queued, restarts },
        files: await readFiles(),
        engineVersion: description?.version ?? null,
      };
    });
}
