// An entry of the history. What comes back from the browser's database is checked: other scripts and releases write there, too.
import type { DownloadResult } from '../../../shared/api/download.ts';
import { MAX_LINK_LENGTH } from '../../../shared/limits.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { readAnyLink } from '../../../shared/sites/index.ts';

/** A finished download. `link` is rebuilt from the post's id; `quality` is a short name such as `1080p`; `savedAt` is epoch milliseconds. */
export type Entry = {
  readonly id: string;
  readonly link: string;
  readonly platform: PlatformId;
  readonly title: string;
  readonly author: string | null;
  readonly format: string;
  readonly quality: string | null;
  readonly bytes: number | null;
  readonly savedAt: number;
};

/** How many are kept; older ones are removed. */
export const MAX_ENTRIES = 500;

const MAX_TEXT = 500;
const MAX_NAME = 40;
const MAX_TIME = 8.64e15;

/** Rebuilds a link; null if it is none of a supported platform or extra site: an entry outlives the setting. */
function rebuilt(text: string): { link: string; platform: PlatformId } | null {
  if (text.length > MAX_LINK_LENGTH) return null;
  const reading = readAnyLink(text);
  if (reading.kind === 'refused') return null;
  const { address, platform } = reading.kind === 'link' ? reading.link : reading.short;
  return { link: address, platform };
}

/** What is known of a download that has just finished. */
export type Finished = {
  readonly job: string;
  readonly url: string;
  readonly title: string;
  readonly author: string | null;
  readonly result: DownloadResult;
  readonly savedAt: number;
};

/** The entry of a finished download; null if it was not made from a link that can be rebuilt. */
export function entryOf({ job, url, title, author, result, savedAt }: Finished): Entry | null {
  const { picture, sound, bytes } = result.receipt;
  const rate = sound?.kilobitsPerSecond;
  const shortSide = picture && Math.min(picture.width, picture.height);
  const quality = shortSide ? `${shortSide}p` : rate ? `${Math.round(rate)} kbps` : null;
  const read = rebuilt(url);
  return (
    read && { id: job, ...read, title, author, format: result.format, quality, bytes, savedAt }
  );
}

/** Reads a stored value; null if it is not an entry. Texts are cut to their bounds. */
export function parseEntry(value: unknown): Entry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, link, title, author, format, quality, bytes, savedAt } = value as Record<
    string,
    unknown
  >;
  if (typeof id !== 'string' || id === '' || id.length > 100) return null;
  if (typeof link !== 'string' || typeof title !== 'string' || typeof format !== 'string')
    return null;
  if (!isCount(savedAt) || savedAt > MAX_TIME) return null;
  const read = rebuilt(link);
  return (
    read && {
      id,
      ...read,
      title: title.slice(0, MAX_TEXT),
      author: typeof author === 'string' ? author.slice(0, MAX_TEXT) : null,
      format: format.slice(0, MAX_NAME),
      quality: typeof quality === 'string' ? quality.slice(0, MAX_NAME) : null,
      bytes: isCount(bytes) ? bytes : null,
      savedAt,
    }
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Returns the entries among stored values: the newest ones, newest first. */
export function newestOf(values: readonly unknown[]): Entry[] {
  return values
    .flatMap((value) => parseEntry(value) ?? [])
    .toSorted((a, b) => b.savedAt - a.savedAt)
    .slice(0, MAX_ENTRIES);
}

/** Returns the entries that contain every word of a text, in any order. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ title, author, platform, format, quality, link }) => {
    const all = [title, author, platform, format, quality, link].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Returns the text of the exported file. */
export function exported(entries: readonly Entry[]): string {
  const downloads = entries.map(({ savedAt, id: _, ...entry }) => ({
    ...entry,
    savedAt: new Date(savedAt).toISOString(),
  }));
  return `${JSON.stringify({ version: 1, downloads }, null, 2)}\n`;
}
