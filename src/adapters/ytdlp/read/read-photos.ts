// The photo of a post for which yt-dlp lists no formats, only renditions as thumbnails.
import type { Source } from '../../../core/inspecting/inspection.ts';
import type { Item, Track } from '../../../shared/media/media.ts';
import type { RawEntry } from './info-shape.ts';
import { USUAL_RATING } from './read-caveats.ts';
import { plainSource } from './read-source.ts';

// Both give the same list for a photo and for the cover of a video; without a video version and without a duration it
// is the photo itself, in the size in which the platform shows it.
const EXTRACTORS = ['Instagram', 'Pinterest'];

type Photos = {
  readonly tracks: readonly Track[];
  readonly kind: Item['kind'] | null;
  readonly sources: ReadonlyMap<string, Source>;
};

/** One track, the widest rendition; `kind` is null where there is no photo. */
export function photosFromThumbnails(
  entry: RawEntry,
  index: number,
  extractor: string | null,
): Photos {
  const none: Photos = { tracks: [], kind: null, sources: new Map() };
  const isPhoto = entry.formats.length === 0 && entry.duration === null && entry.has_drm === null;
  if (!isPhoto || !EXTRACTORS.includes(extractor ?? '')) return none;
  const [widest] = entry.thumbnails.toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0));
  const source = widest === undefined ? null : plainSource(widest.url, entry.http_headers);
  if (widest === undefined || source === null) return none;
  const { width, height } = widest;
  const ending = /\.([a-z]{3,4})$/iu.exec(new URL(source.address).pathname)?.[1]?.toLowerCase();
  const track: Track = {
    id: `${index}.photo`,
    container: ending === 'webp' || ending === 'png' ? ending : 'jpeg',
    delivery: 'file',
    picture: { codec: 'other', width, height, fps: null, dynamicRange: 'sdr' },
    sound: null,
    bitsPerSecond: null,
    bytes: null,
    bytesExact: false,
    watermarked: false,
    caveats: [],
    rating: USUAL_RATING,
  };
  return { tracks: [track], kind: 'photo', sources: new Map([[track.id, source]]) };
}
