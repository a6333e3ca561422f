// Composes a server that only works for others (ROLE=worker): no visitor's downloads, no pages, no operators, and none of the
// keys and tables of these.
import type { Config } from '../config.ts';
import { SERVER_TIMES, type ServerTimes } from '../core/servers/server-registry.ts';
import { createHealthAlerts } from '../core/status/health-alerts.ts';
import { createSiteStatus } from '../core/status/site-status.ts';
import type { WorkerServices } from '../http/services.ts';
import { type Base, composeBase, type Warn } from './base.ts';
import { type Composition, summaryOf } from './compose.ts';
import { factsOf, openJobs } from './downloads.ts';
import { composeEngineUpdates } from './engine-updates.ts';
import { composeInspecting } from './inspecting.ts';
import { httpOptionsOf, sharedServicesOf } from './services.ts';
import { openBlockList } from './takedowns.ts';

const MINUTE_MS = 60_000;
const MB = 1e6;

/** Composes the worker's part of the product. `times` are given by tests only. Throws ConfigError with a remedy. */
export async function composeWorkerServer(
  config: Config,
  warn: Warn,
  times: ServerTimes = SERVER_TIMES,
): Promise<Omit<Composition, 'services'> & { readonly services: WorkerServices }> {
  const base = await composeBase(config, warn, times);
  const { server, health, store, duties } = base;
  await server.enter();
  const blockList = await openBlockList(base.database);
  const endReading = duties.every('read-block-list', MINUTE_MS, blockList.reload);
  const jobs = await openJobs({ ...base, inspecting: composeInspecting(base, blockList) });
  const downloading = { overview: () => ({ ...jobs.queue.count(), open: 0 }) };
  const downloads = { downloading, diskUsage: store.files.usage, foundLost: jobs.foundLost };
  server.describeBy(() => factsOf(base, jobs, 0));
  server.startHeartbeats();
  const updates = await composeEngineUpdates({ ...base, watch: health });
  const alerts = beginAlerts(base);
  let isDraining = false;
  return {
    services: {
      ...sharedServicesOf(base, downloads, store.files.checkFreeSpace),
      isDraining: () => isDraining,
    },
    http: httpOptionsOf(config),
    isolatesEngine: base.tools.sandbox.isolatesNetwork,
    summary: summaryOf(base),
    hasOperators: async () => null,
    async drain(maxMs) {
      isDraining = true;
      await jobs.drain(maxMs);
    },
    async close() {
      void endReading();
      await alerts.close();
      await updates.close();
      await health.close();
      await jobs.queue.stop();
      await server.leave();
      await base.close();
    },
  };
}

function beginAlerts(base: Base) {
  const { config, health, store, outcomes, clock, alerting } = base;
  const operated = {
    switches: health.switches,
    canaries: health.canaries,
    noticeMode: health.notice.get,
    refusedBy: health.refusedBy,
  };
  const alerts = createHealthAlerts({
    ...base,
    status: createSiteStatus({
      outcomes,
      rating: async () => null,
      clock,
      operated,
      platforms: config.platforms,
    }),
    alarms: health.alarms,
    isLeading: alerting.isLeading,
    sharedMemory: async () => (await base.redis?.memory()) ?? null,
    disk: async () => ({
      freeBytes: (await store.files.usage()).freeBytes,
      keptFreeBytes: config.MIN_FREE_MB * MB,
    }),
  });
  alerts.begin();
  return alerts;
}
