// From a link to a finished file: inspecting and downloading.
import { randomBytes } from 'node:crypto';
import { createShortLinks } from '../adapters/short-links/follow.ts';
import { requestShortLink } from '../adapters/short-links/request-hop.ts';
import { createTextFetcher } from '../adapters/subtitles/fetch-text.ts';
import { createSubtitleReader } from '../adapters/subtitles/subtitle-reader.ts';
import { fetchPicture } from '../adapters/thumbnails/fetch-picture.ts';
import { createThumbnails } from '../adapters/thumbnails/thumbnails.ts';
import { createInspecting } from '../core/inspecting/inspecting.ts';
import { createLists } from '../core/inspecting/lists.ts';
import { createVideoSearch } from '../core/inspecting/video-search.ts';
import type { Base } from './base.ts';
import { composeDownloads } from './downloads.ts';
import { openBlockList } from './takedowns.ts';
import { composeTrendingCounts } from './trending-counts.ts';

/** What {@link composeWorker} opened. */
export type Worker = Awaited<ReturnType<typeof composeWorker>>;

/** Opens the block list, inspections, thumbnails, counts and downloads. */
export async function composeWorker(base: Base) {
  const { config, clock, duties, warn, sandbox, database, engine, outcomes, health, limiter } =
    base;
  const blockList = await openBlockList(database);
  const shortLinks = createShortLinks(requestShortLink(engine.door));
  const inspecting = createInspecting({
    engine: engine.engine,
    turns: engine.turns,
    shortLinks,
    outcomes,
    clock,
    breaker: health.breaker,
    switches: health.switches,
    blockList,
    shared: base.sharedInspections,
    warn,
  });
  const forLists = {
    turns: engine.turns,
    clock,
    breaker: health.breaker,
    switches: health.switches,
    blockList,
    newId: () => randomBytes(16).toString('base64url'),
  };
  const lists = createLists({ ...forLists, engine: engine.lists });
  const videoSearch =
    config.YOUTUBE_SEARCH === 'on'
      ? createVideoSearch({ ...forLists, engine: engine.searches })
      : null;
  const thumbnails = createThumbnails({
    ffmpegPath: config.FFMPEG_PATH,
    sandbox,
    clock,
    fetchPicture: fetchPicture(engine.door),
  });
  const subtitles = createSubtitleReader({ clock, withText: createTextFetcher(engine.door) });
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
    sandbox,
    thumbnails,
    subtitles,
    outcomes,
    limiter,
    signals: base.signals,
    redis: base.redis,
    store: base.store,
    server: base.server,
    door: engine.door,
    egress: engine.engine.egress,
    onFinished: counts.onFinished,
  });
  return {
    blockList,
    shortLinks,
    inspecting,
    lists,
    videoSearch,
    thumbnails,
    subtitles,
    counts,
    downloads,
    async close() {
      await downloads.close();
      await counts.close();
    },
  };
}
