// What an answer says of where the media come from: the platform's own ids of them, and of whoever uploaded them. For read-info.

import type { Origin } from '../../../core/blocks/origin.ts';
import { uploaderOfPage } from '../../../core/blocks/uploader.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import type { RawEntry, RawPost } from './info-shape.ts';

const MAX_ID_LENGTH = 200;
/** Where the field `channel` is the name in the address of a page; elsewhere it is whatever people call themselves. */
const CHANNEL_IS_NAME: ReadonlySet<PlatformId> = new Set(['instagram', 'threads']);
/** A clip of YouTube keeps an id of its own, but its pictures are those of the video it is cut from. */
const YOUTUBE_PICTURE = /^https:\/\/i\.ytimg\.com\/(?:vi|vi_webp|an_webp)\/([\w-]{11})\//;

/** Every id once, bounded; ids that the platform did not give are not there. */
export function readOrigin(post: RawPost, platform: PlatformId): Origin {
  const entries = [post, ...post.entries.filter((entry) => entry !== null)];
  return {
    mediaIds: once(entries.map(({ id }) => id)),
    sourceIds: platform === 'youtube' ? once(entries.flatMap(picturedIds)) : [],
    uploaderIds: once(entries.flatMap((entry) => uploaderNames(entry, platform))),
  };
}

function picturedIds({ thumbnails }: RawEntry): (string | undefined)[] {
  return thumbnails.map(({ url }) => YOUTUBE_PICTURE.exec(url)?.[1]);
}

/** Ids that never change first, names that may be given up and taken by others last. */
function uploaderNames(entry: RawEntry, platform: PlatformId): (string | null | undefined)[] {
  const pages = [entry.channel_url, entry.uploader_url].map((page) => uploaderOfPage(page ?? ''));
  return [
    entry.channel_id,
    entry.uploader_id,
    ...pages.map((page) => (page?.platform === platform ? page.id : null)),
    CHANNEL_IS_NAME.has(platform) ? entry.channel : null,
  ];
}

function once(ids: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter(
    (id) => id != null && id !== '' && id.length <= MAX_ID_LENGTH,
  ) as string[];
}
