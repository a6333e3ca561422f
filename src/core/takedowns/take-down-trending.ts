// Removes blocked trending videos for good, with their files; runs after each change of the block list.
import type { BlockList } from '../blocks/block-list.ts';
import type { TrendingFiles, TrendingVideos } from '../trending/ports.ts';
import { trendingKey } from './notice-links.ts';

const MAX_VIDEOS = 10_000;
/** So long ago that the removal cannot be undone. */
const LONG_AGO = 0;

/** Creates a function that removes them. */
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
