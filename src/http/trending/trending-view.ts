// The API views of a trending video: for visitors, and with its version for operators.
import type { StoredTrendingVideo, TrendingVideo } from '../../core/trending/trending.ts';
import type { AdminTrendingItem } from '../../shared/api/admin.ts';
import type { TrendingItem } from '../../shared/api/site.ts';
import { readLink } from '../../shared/link.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { trendingFileType, UNKNOWN_PLATFORM } from '../../shared/trending.ts';

const FILES = '/trending-files/';

/** Builds the view for visitors. */
export function trendingItem(video: TrendingVideo, basePath: string): TrendingItem {
  const files = basePath + FILES;
  const { id, title, description, thumbnail, platform, featured, viewCount } = video;
  return {
    id,
    title,
    featured,
    viewCount,
    videoUrl: video.film === null ? (video.videoUrl ?? '') : files + video.film,
    ...(description !== null && { description }),
    ...(thumbnail !== null && { thumbnailUrl: files + thumbnail }),
    platform: platform === null ? UNKNOWN_PLATFORM : PLATFORMS[platform].label,
    platformId: platform,
    createdAt: new Date(video.createdAt).toISOString(),
    available: video.isAvailable,
    downloadable: video.film !== null || readLink(video.videoUrl ?? '').kind !== 'refused',
  };
}

/** Builds the view for operators. */
export function adminTrendingItem(video: StoredTrendingVideo, basePath: string): AdminTrendingItem {
  return { ...trendingItem(video, basePath), version: video.version, position: video.position };
}

/** Returns the file name in a thumbnail address as {@link trendingItem} writes it, with or without the origin; null for any other address. */
export function fileOfAddress(
  address: string,
  origin: string | null,
  basePath: string,
): string | null {
  const files = basePath + FILES;
  const path =
    origin !== null && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const name = path.startsWith(files) ? path.slice(files.length) : '';
  return trendingFileType(name) === null ? null : name;
}
