// Composes the site besides downloading, and the operators' area.
import { type Base, wholeKey } from './base.ts';
import { composeCockpit } from './cockpit.ts';
import { composeEngineUpdates } from './engine-updates.ts';
import { composeFilmUploads } from './film-uploads.ts';
import { composeOperators } from './operators.ts';
import { composeSite } from './site.ts';
import { composeTakedowns } from './takedowns.ts';
import type { Worker } from './worker.ts';

/** What {@link composeWeb} opened. */
export type Web = Awaited<ReturnType<typeof composeWeb>>;

/** Opens site, takedowns, operators, film uploads, engine updates and the cockpit. */
export async function composeWeb(base: Base, worker: Worker) {
  const { config, clock, duties, warn, database, tools, health, limiter, outcomes } = base;
  const { blockList, downloads } = worker;
  const { downloading } = downloads;
  const secret = wholeKey(base);
  const site = await composeSite({
    config,
    clock,
    secret,
    database,
    outcomes,
    limiter,
    trendingFiles: base.store.trendingFiles,
    downloading,
    pageViews: base.stored.pageViews,
    operated: {
      switches: health.switches,
      canaries: health.canaries,
      noticeMode: health.notice.get,
      refusedBy: health.refusedBy,
    },
  });
  const common = { config, clock, duties, secret, database, videos: site.trendingVideos };
  const { trendingFiles } = site;
  const takedowns = await composeTakedowns({
    ...common,
    signals: base.signals,
    used: base.limits.onceOnly(),
    blockList,
    shortLinks: tools.shortLinks,
    downloading,
    warn,
    engine: tools.engine,
    files: trendingFiles,
  });
  const operators = await composeOperators({
    ...common,
    used: base.limits.onceOnly(),
    limiter,
    thumbnails: tools.thumbnails,
    blockList,
    files: trendingFiles,
  });
  const films = await composeFilmUploads({
    ...common,
    films: tools.films,
    files: base.store.filmFiles,
    pictures: trendingFiles,
  });
  const updates = await composeEngineUpdates({ ...base, watch: health });
  const cockpit = composeCockpit({
    ...base,
    leading: base.alerting,
    watch: health,
    downloads,
    siteStatus: site.siteStatus,
  });
  return {
    site,
    takedowns,
    operators,
    films,
    updates,
    cockpit,
    async close() {
      operators.close();
      takedowns.close();
      await cockpit.close();
      await updates.close();
    },
  };
}
