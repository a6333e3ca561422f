// Selects the thumbnail of an item.
import type { Source } from '../../../core/inspecting/inspection.ts';
import type { Thumbnail } from '../../../shared/media/media.ts';
import type { RawEntry, RawThumbnail } from './info-shape.ts';
import { plainSource } from './read-source.ts';

const MAX_WIDTH = 1280;
const MIN_WIDTH = 480;
// SVG is a program; the others are formats that the thumbnail proxy does not accept.
const REFUSED = /\.(?:svgz?|mhtml|avif|heic|heif|gif|mp4|m3u8|html?|xml)$/iu;

/** The widest image of 480 to 1280 pixels, else one of unknown size, else the smallest wider one, else the widest. */
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

/** Lower is better. Equal ranks keep the order of project.py, which has the best first. */
function rank({ width }: RawThumbnail): number {
  if (width === null) return MAX_WIDTH;
  if (width < MIN_WIDTH) return 1e6 - width;
  return width <= MAX_WIDTH ? MAX_WIDTH - width : width;
}
