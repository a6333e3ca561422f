// One entry of a list, or one result of a search: only the platform's id is taken over, and its link is rebuilt.
import type { ListEntry } from '../../../core/inspecting/list.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import { readLink } from '../../../shared/link.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { accepted, rawEntry } from './info-shape.ts';
import { readAuthor } from './read-music.ts';
import { readOrigin } from './read-origin.ts';
import { cleanLine } from './read-text.ts';
import { readThumbnail } from './read-thumbnail.ts';

/** Titles that the platform gives to entries which are no longer there. */
const UNAVAILABLE = /^\[(?:private|deleted|unavailable) video\]$/iu;
const NOT_YET = new Set(['is_live', 'is_upcoming', 'post_live']);
const CLOSED = new Set(['private', 'premium_only', 'subscriber_only', 'needs_auth']);

/** A video that can be downloaded, or null. `index` is its place. */
export function readEntry(value: unknown, index: number, platform: PlatformId): ListEntry | null {
  const [raw] = accepted(rawEntry, value);
  const link = raw && linkOf(raw.id, platform);
  if (!raw || !link) return null;
  const title = cleanLine(raw.title, MAX_TITLE_LENGTH);
  const isUnavailable = raw.duration === null && UNAVAILABLE.test(title ?? '');
  if (isUnavailable || NOT_YET.has(raw.live_status ?? '') || CLOSED.has(raw.availability ?? ''))
    return null;
  return {
    link,
    title,
    author: readAuthor([raw.uploader ?? raw.channel], platform === 'youtube'),
    durationSeconds: raw.duration,
    thumbnail: readThumbnail(raw, index)?.source ?? null,
    origin: readOrigin({ ...raw, entries: [], n_entries: 0 }, platform),
  };
}

/** The link of a video, from its id alone. The only platform whose lists are read is YouTube. */
function linkOf(id: string | null, platform: PlatformId): ListEntry['link'] | null {
  const reading = readLink(`https://www.youtube.com/watch?v=${id}`);
  if (reading.kind !== 'link' || reading.link.platform !== platform) return null;
  return reading.link.id === id ? { ...reading.link, hints: {} } : null;
}
