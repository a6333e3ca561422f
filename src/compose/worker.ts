// From a link to a finished file: inspecting and downloading.
import { randomBytes } from 'node:crypto';
import { createInspecting } from '../core/inspecting/inspecting.ts';
import { createLists } from '../core/inspecting/lists.ts';
import { createVideoSearch } from '../core/inspecting/video-search.ts';
import type { Base } from './base.ts';
import { composeDownloads } from './downloads.ts';
import { openBlockList } from './takedowns.ts';
import { answerQuestions, sayThatServersAsk } from './tools/questions.ts';
import { composeTrendingCounts } from './trending-counts.ts';

/** What {@link composeWorker} opened. */
export type Worker = Awaited<ReturnType<typeof composeWorker>>;

/** Opens the block list, inspections, counts and downloads, and answers servers that ask. */
export async function composeWorker(base: Base) {
  const { config, clock, duties, warn, database, tools, outcomes, health, limiter } = base;
  const blockList = await openBlockList(database);
  // Those who answer know which platforms refuse them.
  const breaker = tools.local ? health.breaker : { guard: runUnguarded };
  const inspecting = createInspecting({
    engine: tools.engine,
    turns: tools.turns,
    shortLinks: tools.shortLinks,
    outcomes,
    clock,
    breaker,
    switches: health.switches,
    blockList,
    shared: base.sharedInspections,
    warn,
  });
  const forLists = {
    turns: tools.turns,
    clock,
    breaker,
    switches: health.switches,
    blockList,
    newId: () => randomBytes(16).toString('base64url'),
  };
  const lists = createLists({ ...forLists, engine: tools.lists });
  const videoSearch =
    config.YOUTUBE_SEARCH === 'on'
      ? createVideoSearch({ ...forLists, engine: tools.searches })
      : null;
  const { secret } = base;
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
    tools,
    outcomes,
    limiter,
    signals: base.signals,
    redis: base.redis,
    store: base.store,
    server: base.server,
    times: base.times,
    onFinished: counts.onFinished,
  });
  const endAnswering = await beginAnswering(base);
  return {
    blockList,
    inspecting,
    lists,
    videoSearch,
    counts,
    downloads,
    async drain(maxMs: number) {
      await Promise.all([endAnswering?.(maxMs), downloads.drain(maxMs)]);
    },
    async close() {
      await endAnswering?.(0);
      await downloads.close();
      await counts.close();
    },
  };
}

/** A server with tools answers those without. */
async function beginAnswering(base: Base) {
  const { redis, store, tools, health } = base;
  const { handed, files } = store;
  if (!redis || !handed || !tools.local) return null;
  // Servers of older releases do not say that they ask.
  const others = await base.server.list();
  if (others.some(({ facts }) => facts?.role === 'web')) sayThatServersAsk(base.signals);
  return answerQuestions({ ...base, redis, files, handed, tools, breaker: health.breaker });
}

const runUnguarded = <T>(_key: string, attempt: () => Promise<T>): Promise<T> => attempt();
