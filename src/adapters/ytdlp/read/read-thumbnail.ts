// Picks the one picture that stands for an item. Used by read-item.
import type { Source } from '../../../core/inspecting/inspection.ts';
import type { Thumbnail } from '../../../shared/media.ts';
import type { RawEntry, RawThumbnail } from './info-shape.ts';
import { plainSource } from './read-source.ts';

const MAX_WIDTH = 1280;
const MIN_WIDTH = 480;
// SVG is a program; the others are not pictures that the thumbnail proxy takes.
const REFUSED = /\.(?:svgz?|mhtml|avif|heic|heif|gif|mp4|m3u8|html?|xml)$/iu;

/** The widest picture of 480 to 1280 pixels, else one of unknown size, else the smallest wider one, else the widest. */
export function readThumbnail(
  entry: RawEntry,
  index: number,
): { readonly thumbnail: Thumbnail; readonly source: Source } | null {
  const ranked = entry.thumbnails.toSorted((one, other) => rank(one) - rank(other));
  for (const { url, width, height } of ranked) {
    const source = plainSource(url, entry.http_headers);
    if (source === null || REFUSED.test(new URL(source.address).pathname)) continue;
    return { thumbnail: { id: `thumb.${index}`, width, height }, source };
  }
  return null;
}

/** Small is good. Equal ranks keep the order of project.py, which has the best first. */
function rank({ width }: RawThumbnail): number {
  if (width === null) return MAX_WIDTH;
  if (width < MIN_WIDTH) return 1e6 - width;
  return width <= MAX_WIDTH ? MAX_WIDTH - width : width;
}
