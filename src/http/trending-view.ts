// A trending video as it is sent: to visitors, and with its version to operators.
import type { KeptTrendingVideo, TrendingVideo } from '../core/trending.ts';
import type { AdminTrendingItem } from '../shared/admin-api.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';
import type { TrendingItem } from '../shared/site-api.ts';
import { UNKNOWN_PLATFORM } from '../shared/trending.ts';

/** As visitors get it. */
export function trendingItem(video: TrendingVideo): TrendingItem {
  const { id, title, description, thumbnail, platform, featured, viewCount } = video;
  return {
    ...{ id, title, featured, viewCount },
    videoUrl: video.film === null ? (video.videoUrl ?? '') : `/trending-files/${video.film}`,
    ...(description !== null && { description }),
    ...(thumbnail !== null && { thumbnailUrl: `/trending-files/${thumbnail}` }),
    platform: platform === null ? UNKNOWN_PLATFORM : PLATFORMS[platform].label,
    platformId: platform,
    createdAt: new Date(video.createdAt).toISOString(),
    available: video.isAvailable,
  };
}

/** As operators get it. */
export function adminTrendingItem(video: KeptTrendingVideo): AdminTrendingItem {
  return { ...trendingItem(video), version: video.version, position: video.position };
}
