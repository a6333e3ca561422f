// A link that names a part of a video (YouTube's clips): where the part lies, and how long the whole is. For read-item.
import type { LinkHints } from '../../../shared/platforms/platform.ts';
import type { RawEntry } from './info-shape.ts';

/**
 * Length of what the tracks hold, in seconds. For a clip yt-dlp gives the length of the part, while its files hold the
 * whole video; that length is then what the exact sizes and the average rates of the files come to.
 */
export function durationOf(entry: RawEntry): number | null {
  if (entry.section_end === null) return entry.duration;
  const lengths = entry.formats.flatMap(({ filesize, tbr }) =>
    filesize === null || tbr === null ? [] : [(filesize * 8) / (tbr * 1000)],
  );
  const middle = lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length / 2)];
  if (middle === undefined || middle < entry.section_end - 1) return null;
  return Math.round(middle * 1000) / 1000;
}

/** The part that a clip is of, as hints like those of an address with a time in it. */
export function sectionHints({ section_start, section_end }: RawEntry): LinkHints {
  if (section_end === null || section_end <= (section_start ?? 0)) return {};
  return { startSeconds: section_start ?? 0, endSeconds: section_end };
}
