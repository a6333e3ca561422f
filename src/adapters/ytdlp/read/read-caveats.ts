// What yt-dlp reports about a format besides its figures: what is wrong with it, and how it rates it.
import { CAVEATS, type Caveat, type Rating } from '../../../shared/media/media.ts';
import type { RawFormat } from './info-shape.ts';

type Signs = {
  /** What yt-dlp appends to YouTube's number; where several formats then have one name, it numbers them (`140-drc-1`). */
  readonly suffix?: RegExp;
  readonly note: RegExp;
};

const SIGNS: Readonly<Record<Caveat, Signs>> = {
  upscaled: { suffix: /^\d+-sr(?:-\d+)?$/u, note: /\bupscaled\b|\bsuper[- ]?resolution\b/iu },
  damaged: { note: /\bdamaged\b/iu },
  drc: { suffix: /^\d+-drc(?:-\d+)?$/u, note: /\bDRC\b/u },
  voiceBoost: { suffix: /^\d+-vb(?:-\d+)?$/u, note: /\bvoice[- ]?boost(?:ed)?\b|\bVB\b/iu },
};

/** The preference that yt-dlp gives to YouTube's formats of which more than half is missing. */
const OF_DAMAGED = -10;

/** The rating of a track for which yt-dlp reports none. */
export const USUAL_RATING: Rating = { preference: -1, quality: -1, source: -1 };

/** What the platform reports against a format. */
export function readCaveats(
  { format_id: id, format_note: note, preference }: RawFormat,
  extractor: string | null,
): readonly Caveat[] {
  const isDamaged = extractor === 'Youtube' && preference !== null && preference <= OF_DAMAGED;
  return CAVEATS.filter(
    (caveat) =>
      SIGNS[caveat].note.test(note ?? '') ||
      SIGNS[caveat].suffix?.test(id ?? '') ||
      (caveat === 'damaged' && isDamaged),
  );
}

export function readRating({ preference, quality, source_preference }: RawFormat): Rating {
  return {
    preference: preference ?? USUAL_RATING.preference,
    quality: quality ?? USUAL_RATING.quality,
    source: source_preference ?? USUAL_RATING.source,
  };
}
