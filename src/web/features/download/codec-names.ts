// Display names of codecs, the same in all languages.
import type { Offer } from '../../../shared/api/inspect.ts';

const NAMES: Readonly<Record<string, string>> = {
  h264: 'H.264',
  h265: 'H.265',
  h266: 'H.266',
  vp9: 'VP9',
  vp8: 'VP8',
  av1: 'AV1',
  aac: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  flac: 'FLAC',
};

/** Returns the name of a codec; null if it is unknown. */
export function codecName(codec: string | null): string | null {
  return codec === null ? null : (NAMES[codec] ?? null);
}

/** Returns `1080p60`, `2160p HDR` or `720p`; null if the size is unknown. Frame rates up to 30 are omitted. */
export function resolutionOf({ shortSide, fps, dynamicRange }: Offer): string | null {
  if (shortSide === null) return null;
  const frames = fps !== null && Math.round(fps) > 30 ? Math.round(fps) : '';
  return `${shortSide}p${frames}${dynamicRange === 'hdr' ? ' HDR' : ''}`;
}
