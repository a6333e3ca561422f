// Converts one entry of yt-dlp's answer into an item and the sources of its tracks.
import type { Source } from '../../../core/inspecting/inspection.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import type { Chapter, Item, Track } from '../../../shared/media/media.ts';
import type { RawEntry } from './info-shape.ts';
import { readListedChapters } from './read-listed-chapters.ts';
import { readSong } from './read-music.ts';
import { photosFromThumbnails } from './read-photos.ts';
import { durationOf } from './read-section.ts';
import { deliveryOf, readSource } from './read-source.ts';
import { readSubtitles } from './read-subtitles.ts';
import { cleanLine, safeId } from './read-text.ts';
import { readThumbnail } from './read-thumbnail.ts';
import { type ItemFacts, readTrack } from './read-track.ts';
import { readVoices } from './read-voice.ts';
import { trackIds } from './track-ids.ts';
import { mostUseful } from './useful-tracks.ts';

/** An item with its sources, or why there is none; `undefined` where the entry itself gives no reason. */
export type ReadItem =
  | { readonly item: Item; readonly sources: ReadonlyMap<string, Source> }
  | { readonly refused: ErrorCode | undefined };

/**
 * Reads the entry at `index` (from 1) of its post. `extractor` is the key of its extractor; beyond `maxTracks` only the
 * most useful tracks are kept.
 */
export function readItem(
  entry: RawEntry,
  index: number,
  extractor: string | null,
  maxTracks: number,
): ReadItem {
  if (entry.live_status === 'is_upcoming') return { refused: 'live_not_started' };
  if (isLive(entry)) return { refused: 'live' };
  const { tracks, kind, sources } = readTracks(entry, index, extractor, maxTracks);
  if (kind === null) return { refused: hasLocked(entry) ? 'drm' : undefined };
  const { subtitles, sources: texts } = readSubtitles(entry, index);
  const picture = readThumbnail(entry, index);
  const id = safeId(entry.id) || String(index);
  const title = titleOf(entry, kind) ?? id;
  const song = readSong(entry, title, extractor?.startsWith('Youtube') ?? false);
  const durationSeconds = kind === 'photo' ? null : durationOf(entry);
  const item: Item = {
    id,
    index,
    kind,
    title,
    durationSeconds,
    thumbnail: picture?.thumbnail ?? null,
    tracks,
    subtitles,
    ...chaptersOf(entry, durationSeconds),
    ...(song && { song }),
    ...(hasLocked(entry) && { hasLocked: true }),
  };
  const all = new Map([...sources, ...texts]);
  if (picture !== null) all.set(picture.thumbnail.id, picture.source);
  return { item, sources: all };
}

function titleOf({ title }: RawEntry, kind: Item['kind']): string | null {
  const line = cleanLine(title, MAX_TITLE_LENGTH);
  // yt-dlp's own words where Instagram has no title.
  return kind === 'photo' ? (line?.replace(/^Video by /u, 'Photo by ') ?? null) : line;
}

function isLive({ is_live, live_status, concurrent_view_count, duration }: RawEntry): boolean {
  if (is_live || live_status === 'is_live' || live_status === 'post_live') return true;
  // Facebook has no other sign: it is being watched and has no duration.
  return (concurrent_view_count ?? 0) > 0 && duration === null;
}

function readTracks(entry: RawEntry, index: number, extractor: string | null, maxTracks: number) {
  const sources = new Map<string, Source>();
  const found: { readonly kind: 'media' | 'photo'; readonly track: Track }[] = [];
  const facts = factsOf(entry, extractor);
  const ids = trackIds(entry.formats, index, facts.voices.areSeveral);
  for (const [at, format] of entry.formats.entries()) {
    const id = ids[at] ?? '';
    const delivery = deliveryOf(format);
    if (format.has_drm === true || delivery === undefined) continue;
    const read = readTrack(id, format, delivery, facts);
    const source = read && readSource(format, delivery);
    if (read === null || source === null) continue;
    sources.set(id, source);
    found.push(read);
  }
  // The images beside a video or a song are covers and storyboards, not the post.
  const hasMedia = found.some(({ kind }) => kind === 'media');
  const own = found.filter(({ kind }) => (kind === 'media') === hasMedia);
  if (own.length === 0) return photosFromThumbnails(entry, index, extractor);
  const tracks = mostUseful(
    own.map(({ track }) => track),
    maxTracks,
  );
  const kept = new Set(tracks.map(({ id }) => id));
  for (const id of sources.keys()) if (!kept.has(id)) sources.delete(id);
  return { tracks, kind: kindOf(hasMedia, tracks), sources };
}

function kindOf(hasMedia: boolean, tracks: readonly Track[]): Item['kind'] {
  if (!hasMedia) return 'photo';
  return tracks.some(({ picture }) => picture !== null) ? 'video' : 'sound';
}

function factsOf(entry: RawEntry, extractor: string | null): ItemFacts {
  return {
    extractor,
    durationSeconds: durationOf(entry),
    voices: readVoices(entry.formats),
    hasPicture: entry.formats.some(({ vcodec }) => vcodec !== 'none'),
  };
}

/** yt-dlp leaves out locked formats, and marks the whole as having some. */
function hasLocked({ has_drm, formats }: RawEntry): boolean {
  return has_drm === true || formats.some((format) => format.has_drm === true);
}

/** Those of the platform; where it has none, those listed in the description. */
function chaptersOf(
  entry: RawEntry,
  seconds: number | null,
): Pick<Item, 'chapters' | 'chaptersFromText'> {
  const chapters = readChapters(entry);
  const listed = chapters.length > 0 ? [] : readListedChapters(entry.description, seconds);
  return listed.length > 0 ? { chapters: listed, chaptersFromText: true } : { chapters };
}

function readChapters(entry: RawEntry): readonly Chapter[] {
  const { chapters } = entry;
  const duration = durationOf(entry);
  return chapters.flatMap((chapter, at) => {
    if (chapter.start_time === null) return [];
    const end = chapter.end_time ?? duration;
    const endSeconds = end !== null && end > chapter.start_time ? end : null;
    const title = cleanLine(chapter.title, MAX_TITLE_LENGTH) ?? String(at + 1);
    return [{ title, startSeconds: chapter.start_time, endSeconds }];
  });
}
