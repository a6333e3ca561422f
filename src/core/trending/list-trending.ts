// The trending videos as visitors see them.
import { MAX_TRENDING } from '../../shared/trending.ts';
import type { TrendingVideos } from './ports.ts';
import { isValidTrendingVideo, type TrendingVideo } from './trending.ts';

/** The list for visitors: at most 200, in the store's order, without invalid entries that were not stored by `add`. */
export async function listTrending(
  videos: Pick<TrendingVideos, 'list'>,
): Promise<readonly TrendingVideo[]> {
  return (await videos.list(MAX_TRENDING)).filter(isValidTrendingVideo);
}
