// Reads an HLS playlist: the segments of a media playlist, or the address of the best variant of a master playlist. Pure.
import { parse, setOptions, type types } from 'hls-parser';
import { AppError } from '../../../shared/errors.ts';
import { MAX_FRAGMENTS, MAX_SOURCE_ADDRESS_LENGTH } from '../../../shared/limits.ts';
import type { Segment, SegmentEncryption } from './segment.ts';

/** The best variant's address, or all segments. */
export type Playlist = { readonly variant: string } | { readonly segments: readonly Segment[] };

/** Real ones have up to a hundred. */
const MAX_VARIANTS = 1000;

type MediaSegment = types.MediaPlaylist['segments'][number];

/** Reads a playlist found at `address`. Throws AppError `bad_media`, `live`, `drm`, `blocked_target`, `too_long`. */
export function readPlaylist(bytes: Uint8Array, address: string): Playlist {
  // Titles are not needed, and the parser throws on one that is not UTF-8.
  const text = new TextDecoder().decode(bytes).replace(/^(#EXTINF:[^,\r\n]*),.*/gm, '$1,');
  if (!text.trimStart().startsWith('#EXTM3U')) throw unreadable('not a playlist');
  if ((text.match(/^#EXTINF:/gm)?.length ?? 0) > MAX_FRAGMENTS) throw tooMany();
  // The parser compares each pair of them.
  const variants = text.match(/^#EXT-X-(?:STREAM-INF|I-FRAME-STREAM-INF|MEDIA):/gm)?.length ?? 0;
  if (variants > MAX_VARIANTS) throw unreadable(`more than ${MAX_VARIANTS} variants`);
  const playlist = parseText(text.trimStart());
  if (playlist.isMasterPlaylist)
    return { variant: bestVariant(playlist as types.MasterPlaylist, address) };
  const media = playlist as types.MediaPlaylist;
  if (!media.endlist) throw new AppError('live', { detail: 'a playlist without an end' });
  return { segments: readSegments(media.segments, address) };
}

function parseText(text: string): types.MasterPlaylist | types.MediaPlaylist {
  try {
    // The parser would log every deviation to the console, and real playlists are full of them.
    setOptions({ strictMode: false, silent: true });
    return parse(text);
  } catch (cause) {
    throw new AppError('bad_media', { cause, detail: 'a playlist that cannot be read' });
  }
}

function bestVariant({ variants }: types.MasterPlaylist, address: string): string {
  const [best] = variants
    .filter(({ isIFrameOnly, uri }) => !isIFrameOnly && uri)
    .sort((a, b) => b.bandwidth - a.bandwidth);
  if (!best) throw unreadable('a master playlist without variants');
  return webAddress(best.uri, address);
}

function readSegments(found: readonly MediaSegment[], address: string): Segment[] {
  const segments: Segment[] = [];
  let lastMap = '';
  let seconds = 0;
  for (const segment of found) {
    if (!segment.uri || segment.gap) throw unreadable('a playlist with a gap');
    const seal = readSeal(segment, address);
    const { map } = segment;
    let listedAt = segment.discontinuity && segments.length > 0 ? seconds : null;
    if (map?.uri) {
      const mapRange = readRange(map.byterange);
      const mapAddress = webAddress(map.uri, address);
      const name = `${mapAddress} ${mapRange?.start} ${mapRange?.end}`;
      if (name !== lastMap) {
        if (lastMap !== '') listedAt = seconds;
        const place = { address: mapAddress, range: mapRange, listedAt };
        segments.push({ ...place, seal, mayBeOpen: true, seconds: 0 });
      }
      lastMap = name;
    }
    const range = readRange(segment.byterange);
    const place = { address: webAddress(segment.uri, address), range, listedAt };
    const { duration } = segment;
    segments.push({ ...place, seal, mayBeOpen: false, seconds: duration > 0 ? duration : null });
    seconds += duration;
  }
  if (segments.length === 0) throw unreadable('a playlist without segments');
  if (segments.length > MAX_FRAGMENTS) throw tooMany();
  return segments;
}

function readSeal(
  { key, mediaSequenceNumber }: MediaSegment,
  address: string,
): SegmentEncryption | null {
  if (!key || key.method === 'NONE') return null;
  const isOpenFormat = !key.format || key.format === 'identity';
  if (key.method !== 'AES-128' || !isOpenFormat) throw new AppError('drm', { detail: key.method });
  if (!key.uri) throw unreadable('a key without an address');
  const iv = new Uint8Array(16);
  if (key.iv) iv.set(new Uint8Array(key.iv).subarray(0, 16));
  else new DataView(iv.buffer).setBigUint64(8, BigInt(mediaSequenceNumber));
  return { keyAddress: webAddress(key.uri, address), iv };
}

function readRange(range: types.Byterange | undefined): Segment['range'] {
  if (!range) return null;
  const { length, offset } = range;
  const start = offset === -1 ? 0 : offset;
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(length) && length > 0 && start >= 0))
    throw unreadable('a range that is none');
  return { start, end: start + length };
}

/** Allows web addresses only: no files, no data URLs, no other protocols. */
function webAddress(uri: string, base: string): string {
  const url = URL.parse(uri, base);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username !== '' || url.password !== '')
    throw new AppError('blocked_target', { detail: 'a playlist that leads to no web address' });
  url.hash = '';
  if (url.href.length > MAX_SOURCE_ADDRESS_LENGTH) throw unreadable('an address without end');
  return url.href;
}

function unreadable(detail: string): AppError {
  return new AppError('bad_media', { detail });
}

function tooMany(): AppError {
  return new AppError('bad_media', { detail: `more than ${MAX_FRAGMENTS} segments` });
}
