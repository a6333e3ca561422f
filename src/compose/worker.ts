// From a link to a finished file: inspecting and downloading.

import { newId } from '../adapters/secrets/new-id.ts';
import { createLists } from '../core/inspecting/lists.ts';
import { createVideoSearch } from '../core/inspecting/video-search.ts';
import { type Base, type Log, wholeKey } from './base.ts';
import { composeDownloads } from './downloads.ts';
import { composeInspecting } from './inspecting.ts';
import { openBlockList } from './takedowns.ts';
import { composeTrendingCounts } from './trending-counts.ts';

/** What {@link composeWorker} opened. */
export type Worker = Awaited<ReturnType<typeof composeWorker>>;

/** Opens the block list, inspections, counts and downloads. */
export async function composeWorker(base: Base, { noteFailure }: Log) {
  const { config, clock, duties, warn, database, tools, outcomes, health, limiter } = base;
  const blockList = await openBlockList(database);
  const inspecting = composeInspecting(base, blockList);
  const forLists = {
    turns: tools.turns,
    clock,
    egresses: health.egresses,
    switches: health.switches,
    blockList,
    newId,
  };
  const lists = createLists({ ...forLists, engine: tools.lists });
  const videoSearch =
    config.YOUTUBE_SEARCH === 'on'
      ? createVideoSearch({ ...forLists, engine: tools.searches })
      : null;
  const secret = wholeKey(base);
  const { trendingFiles } = base.store;
  const common = {
    leading: base.leading,
    blockList,
    trendingFiles,
    config,
    clock,
    duties,
    secret,
    database,
    inspecting,
    warn,
  };
  const counts = await composeTrendingCounts(common);
  const downloads = await composeDownloads({
    ...common,
    keys: base.keys,
    tools,
    health,
    outcomes,
    limiter,
    signals: base.signals,
    redis: base.redis,
    store: base.store,
    server: base.server,
    metrics: base.metrics,
    early: base.early,
    openElsewhere: base.openElsewhere,
    times: base.times,
    onFinished: counts.onFinished,
    noteFailure(id, error) {
      base.findings.note(error);
      noteFailure(id, error);
    },
  });
  return {
    blockList,
    inspecting,
    lists,
    videoSearch,
    counts,
    downloads,
    drain: downloads.drain,
    async close() {
      await downloads.close();
      await counts.close();
    },
  };
}
