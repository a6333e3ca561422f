// Formats and estimates of the trimmer: time differences and file sizes.
import type { Range } from './timeline/range.ts';

/** Returns the difference of two times: `1.3 sec`, `2 min`. */
export function formatSpan(spanMs: number, language: string): string {
  const seconds = spanMs / 1000;
  if (seconds >= 120) return inUnit(seconds / 60, 'minute', 1, language);
  return inUnit(seconds, 'second', seconds < 0.1 ? 2 : 1, language);
}

/** Estimates the size of a part, assuming a constant bitrate. */
export function estimateBytes(fileBytes: number, durationMs: number, range: Range): number {
  if (durationMs <= 0) return fileBytes;
  const share = Math.max(0, range.endMs - range.startMs) / durationMs;
  return Math.round(fileBytes * Math.min(1, share));
}

function inUnit(value: number, unit: string, digits: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value);
}
