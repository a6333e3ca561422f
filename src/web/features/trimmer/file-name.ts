// The names of new files: the original's with the times of the parts.
import type { Range } from './timeline/range.ts';
import { formatFileTime } from './timeline/times.ts';

const MAX_NAME_BYTES = 160;
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]+/gu;

/** The most ranges that a name lists. */
const MOST_LISTED = 2;

/**
 * Returns `Holiday (0.05–1.10).mp4`; of more than two ranges the first and last time and how many there are:
 * `Holiday (0.05–9.10, 4×).mp4`. With milliseconds only if one of the times has any.
 */
export function cutName(original: string, ranges: readonly Range[], extension: string): string {
  const times = ranges.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const hasMilliseconds = times.some((time) => time % 1000 !== 0);
  const span = (startMs: number, endMs: number) =>
    `${formatFileTime(startMs, hasMilliseconds)}–${formatFileTime(endMs, hasMilliseconds)}`;
  const spans =
    ranges.length > MOST_LISTED
      ? [span(times[0] ?? 0, times.at(-1) ?? 0), `${ranges.length}×`]
      : ranges.map(({ startMs, endMs }) => span(startMs, endMs));
  return `${stemOf(original)} (${spans.join(', ')}).${extension}`;
}

/** Returns `Holiday (0.05.250).png`, a picture of one time. */
export function snapshotName(original: string, timeMs: number): string {
  return `${stemOf(original)} (${formatFileTime(timeMs, timeMs % 1000 !== 0)}).png`;
}

function stemOf(original: string): string {
  const clean = original
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  let stem = '';
  const encoder = new TextEncoder();
  for (const letter of clean) {
    if (encoder.encode(stem + letter).length > MAX_NAME_BYTES) break;
    stem += letter;
  }
  return stem.trim() || 'video';
}
