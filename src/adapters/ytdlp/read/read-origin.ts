// The origin of the media: the platform's ids of the item and of its uploader.

import type { Origin } from '../../../core/blocks/origin.ts';
import { uploaderOfPage } from '../../../core/blocks/uploader.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../../shared/platforms/upstreams.ts';
import type { RawEntry, RawPost } from './info-shape.ts';

const MAX_ID_LENGTH = 200;
/** A clip of YouTube has an id of its own, but its thumbnails are those of the source video. */
const YOUTUBE_PICTURE = /^https:\/\/i\.ytimg\.com\/(?:vi|vi_webp|an_webp)\/([\w-]{11})\//;

/** All ids without duplicates, bounded; missing ones are left out. */
export function readOrigin(post: RawPost, platform: PlatformId): Origin {
  const entries = [post, ...post.entries.filter((entry) => entry !== null)];
  return {
    mediaIds: once(entries.flatMap((entry) => itemIds(entry, platform))),
    sourceIds: platform === 'youtube' ? once(entries.flatMap(picturedIds)) : [],
    uploaderIds: once(entries.flatMap((entry) => uploaderNames(entry, platform))),
  };
}

function itemIds(entry: RawEntry, platform: PlatformId): (string | null | undefined)[] {
  if (!UPSTREAMS[platform].idsAreOfUploaders) return [entry.id];
  // Of a post with several items, only those name its uploader.
  return uploaderNames(entry, platform).map((name) => name && `${name.toLowerCase()}/${entry.id}`);
}

function picturedIds({ thumbnails }: RawEntry): (string | undefined)[] {
  return thumbnails.map(({ url }) => YOUTUBE_PICTURE.exec(url)?.[1]);
}

/** Permanent ids first, names that can be released and reused last. */
function uploaderNames(entry: RawEntry, platform: PlatformId): (string | null | undefined)[] {
  const pages = [entry.channel_url, entry.uploader_url].map((page) => uploaderOfPage(page ?? ''));
  return [
    entry.channel_id,
    entry.uploader_id,
    ...pages.map((page) => (page?.platform === platform ? page.id : null)),
    UPSTREAMS[platform].channelIsName ? entry.channel : null,
  ];
}

function once(ids: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter(
    (id) => id != null && id !== '' && id.length <= MAX_ID_LENGTH,
  ) as string[];
}
