// One entry of a list, or one result of a search: only the platform's id is taken over, and its link is rebuilt.
import type { Absence, ListEntry } from '../../../core/inspecting/list.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import { readLink } from '../../../shared/link.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { accepted, rawEntry } from './info-shape.ts';
import { readAuthor } from './read-music.ts';
import { readOrigin } from './read-origin.ts';
import { cleanLine } from './read-text.ts';
import { readThumbnail } from './read-thumbnail.ts';

/** Titles that the platform gives to entries which are no longer there. */
const UNAVAILABLE = /^\[(private|deleted|unavailable) video\]$/iu;
const NOT_YET = new Set(['is_live', 'is_upcoming', 'post_live']);
const CLOSED = new Set(['premium_only', 'subscriber_only', 'needs_auth']);
const ABSENCES: Readonly<Record<string, Absence>> = { private: 'private', deleted: 'removed' };

/** A video that can be downloaded, or why there is none. `index` is its place. */
export function readEntry(
  value: unknown,
  index: number,
  platform: PlatformId,
): ListEntry | Absence {
  const [raw] = accepted(rawEntry, value);
  const link = raw && linkOf(raw.id, platform);
  if (!raw || !link) return 'unknown';
  const title = cleanLine(raw.title, MAX_TITLE_LENGTH);
  const [, named] = (raw.duration === null && UNAVAILABLE.exec(title ?? '')) || [];
  if (named !== undefined) return ABSENCES[named.toLowerCase()] ?? 'unknown';
  if (raw.availability === 'private') return 'private';
  if (NOT_YET.has(raw.live_status ?? '')) return 'live';
  if (CLOSED.has(raw.availability ?? '')) return 'members';
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
