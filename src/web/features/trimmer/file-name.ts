// The name of the trimmed file: the original's with the times of the part.
import type { Range } from './timeline/range.ts';
import { formatFileTime } from './timeline/times.ts';

const MAX_NAME_BYTES = 160;
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]+/gu;

/** Returns `Holiday (0.05–1.10).mp4`; with milliseconds only if one of the times has any. */
export function cutName(original: string, range: Range, extension: string): string {
  const hasMilliseconds = range.startMs % 1000 !== 0 || range.endMs % 1000 !== 0;
  const [start, end] = [range.startMs, range.endMs].map((timeMs) =>
    formatFileTime(timeMs, hasMilliseconds),
  );
  return `${stemOf(original)} (${start}–${end}).${extension}`;
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
