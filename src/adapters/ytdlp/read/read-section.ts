// The section of a video that a link names (YouTube's clips), and the duration of the whole.
import type { LinkHints } from '../../../shared/platforms/platform.ts';
import type { RawEntry } from './info-shape.ts';

/**
 * Duration of what the tracks hold, in seconds. For a clip yt-dlp gives the duration of the section while its files
 * hold the whole video, whose duration follows from their exact sizes and average rates.
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

/** The section of a clip, as hints like those of an address with a time in it. */
export function sectionHints({ section_start, section_end }: RawEntry): LinkHints {
  if (section_end === null || section_end <= (section_start ?? 0)) return {};
  return { startSeconds: section_start ?? 0, endSeconds: section_end };
}
