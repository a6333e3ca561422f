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

/** Returns the name that a visitor gave a file, made safe, with the extension of its kind. */
export function namedFile(name: string, extension: string): string {
  const end = `.${extension}`;
  const stem = name.toLowerCase().endsWith(end) ? name.slice(0, -end.length) : name;
  return `${clean(stem)}${end}`;
}

/** Returns `Holiday.zip`. */
export function zipName(original: string): string {
  return `${stemOf(original)}.zip`;
}

/** Numbers names that would be the same for a file system: `Clip.mp4`, `Clip (2).mp4`. */
export function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1)
      free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

function stemOf(original: string): string {
  return clean(original.replace(/\.[a-z0-9]{1,5}$/i, ''));
}

/** Without what names of files cannot hold, and not too long. */
function clean(name: string): string {
  const kept = name
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  let stem = '';
  const encoder = new TextEncoder();
  for (const letter of kept) {
    if (encoder.encode(stem + letter).length > MAX_NAME_BYTES) break;
    stem += letter;
  }
  return stem.trim() || 'video';
}
