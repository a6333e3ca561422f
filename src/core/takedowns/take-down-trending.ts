// Takes trending videos that are on the block list out of every list, for good and with their files; run after each change of it.
import type { BlockList } from '../blocks/block-list.ts';
import type { TrendingFiles, TrendingVideos } from '../trending/ports.ts';
import { trendingKey } from './notice-links.ts';

const MAX_VIDEOS = 10_000;
/** So long ago that nobody can undo it. */
const LONG_AGO = 0;

/** Makes the run. */
export function createTakeDownTrending(needs: {
  readonly videos: Pick<TrendingVideos, 'list' | 'remove'>;
  readonly files: Pick<TrendingFiles, 'remove'>;
  readonly blockList: Pick<BlockList, 'has' | 'hasAddress'>;
}): () => Promise<void> {
  const { videos, files, blockList } = needs;
  return async () => {
    for (const { id, videoUrl, film, thumbnail } of await videos.list(MAX_VIDEOS)) {
      const isBlocked =
        blockList.has('video', trendingKey(id)) ||
        (videoUrl !== null && blockList.hasAddress(videoUrl));
      if (!isBlocked) continue;
      await videos.remove(id, LONG_AGO, null);
      for (const name of [film, thumbnail]) if (name !== null) await files.remove(name);
    }
  };
}
