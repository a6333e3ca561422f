// The subtitles of an item, one file format per language.
import type { Source } from '../../../core/inspecting/inspection.ts';
import { MAX_SUBTITLES } from '../../../shared/limits.ts';
import type { Subtitle } from '../../../shared/media/media.ts';
import { readCookies } from '../read-cookies.ts';
import type { RawEntry, RawSubtitle } from './info-shape.ts';
import { plainSource } from './read-source.ts';
import { cleanLine, languageTag } from './read-text.ts';

// In order of preference: formats that players and people can read come first.
const FORMATS: readonly Subtitle['format'][] = ['vtt', 'srt', 'ttml', 'json3', 'srv3', 'other'];
const KNOWN: Readonly<Record<string, Subtitle['format']>> = {
  vtt: 'vtt',
  webvtt: 'vtt',
  srt: 'srt',
  ttml: 'ttml',
  dfxp: 'ttml',
  json3: 'json3',
  srv3: 'srv3',
};

/** Human subtitles first, then automatic captions; with the source of each under its id. */
export function readSubtitles(
  entry: RawEntry,
  index: number,
): { readonly subtitles: readonly Subtitle[]; readonly sources: ReadonlyMap<string, Source> } {
  const subtitles: Subtitle[] = [];
  const sources = new Map<string, Source>();
  for (const [automatic, lists] of [
    [false, entry.subtitles],
    [true, entry.automatic_captions],
  ] as const) {
    for (const [name, rows] of Object.entries(lists)) {
      // "en-orig" is "en" once more, under the name of the spoken language.
      const language = languageTag(name);
      const best = bestOf(rows, entry);
      if (language === null || best === null || subtitles.length >= MAX_SUBTITLES) continue;
      const id = freeId(`${automatic ? 'auto' : 'sub'}.${index}.${language}`, automatic, sources);
      if (id === null) continue;
      sources.set(id, best.source);
      const title = cleanLine(best.row.name, 100);
      subtitles.push({ id, language, name: title, format: best.format, automatic });
    }
  }
  return { subtitles, sources };
}

function bestOf(rows: readonly RawSubtitle[], entry: RawEntry) {
  // A single file before an HLS playlist of parts, which is recognized by its extension (X has no other).
  const isPlaylist = ({ url }: RawSubtitle) => /\.m3u8(?:$|[?#])/u.test(url);
  const ordered = rows.toSorted(
    (one, other) => Number(isPlaylist(one)) - Number(isPlaylist(other)),
  );
  for (const format of FORMATS) {
    for (const row of ordered) {
      const ext = (row.ext ?? '').toLowerCase();
      const known = (Object.hasOwn(KNOWN, ext) ? KNOWN[ext] : undefined) ?? 'other';
      if (known !== format) continue;
      const source = plainSource(row.url, entry.http_headers);
      if (source === null) continue;
      const cookies = cookiesFor(entry, source.address);
      return { row, format, source: { ...source, cookies } };
    }
  }
  return null;
}

/** The cookies of a media file of the same site: some platforms require them of everything that belongs to a post. */
function cookiesFor({ formats }: RawEntry, address: string): Source['cookies'] {
  const site = siteOf(address);
  const beside = formats.find(({ url, cookies }) => cookies !== null && siteOf(url) === site);
  return beside ? readCookies(beside.cookies) : {};
}

/** The last two labels of the host. */
const siteOf = (address: string) => URL.parse(address)?.hostname.split('.').slice(-2).join('.');

/** Two human subtitle tracks of one language are kept (one may be for the deaf); of automatic ones the first. */
function freeId(id: string, automatic: boolean, taken: ReadonlyMap<string, Source>): string | null {
  if (!taken.has(id)) return id;
  if (automatic) return null;
  for (let number = 2; number <= MAX_SUBTITLES; number++)
    if (!taken.has(`${id}-${number}`)) return `${id}-${number}`;
  return null;
}
