// The names of new files: the original's with the times of the parts.
import { spanName, timeName } from '../../../shared/media/span-name.ts';
import type { Range } from '../../cutting/range.ts';

const MAX_NAME_BYTES = 160;
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]+/gu;

/** The most ranges that a name lists. */
const MOST_LISTED = 2;

/** Returns `Holiday (5s-1m10s).mp4`; of more than two ranges the first and last time and how many there are: `(5s-9m10s, 4×)`. */
export function cutName(original: string, ranges: readonly Range[], extension: string): string {
  const [first, last] = [ranges[0], ranges.at(-1)];
  const spans =
    ranges.length > MOST_LISTED
      ? [spanName(first?.startMs ?? 0, last?.endMs ?? 0), `${ranges.length}×`]
      : ranges.map(({ startMs, endMs }) => spanName(startMs, endMs));
  return `${stemOf(original)} (${spans.join(', ')}).${extension}`;
}

/** Returns `Holiday (5.25s).png`, a picture of one time. */
export function snapshotName(original: string, timeMs: number): string {
  return `${stemOf(original)} (${timeName(timeMs)}).png`;
}

function stemOf(original: string): string {
  const clean = original
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  let stem = '';
  const encoder = new TextEncoder();
  for (const letter of clean) {
    if (encoder.encode(stem + letter).length > MAX_NAME_BYTES) break;
    stem += letter;
  }
  return stem.trim() || 'video';
}
