// Figures of the trimmer as people read them: sizes, spans and shares, in the digits of a language.
import type { Range } from './range.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** `12.4 MB`: three figures, decimal units. */
export function formatSize(bytes: number, language: string): string {
  let [value, step] = [bytes / 1000, 0];
  while (value >= 999.5 && step < UNITS.length - 1) [value, step] = [value / 1000, step + 1];
  const digits = step === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return inUnit(value, UNITS[step] ?? 'gigabyte', digits, language);
}

/** `1.3 sec`, `2 min`: how far two times are apart. */
export function formatSpan(spanMs: number, language: string): string {
  const seconds = spanMs / 1000;
  if (seconds >= 120) return inUnit(seconds / 60, 'minute', 1, language);
  return inUnit(seconds, 'second', seconds < 0.1 ? 2 : 1, language);
}

/** `42%` as the language writes it; the share runs from 0 to 1. */
export function formatShare(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** What a part will weigh if it is like the rest of the file. */
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
