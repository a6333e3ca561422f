// Formats and estimates of the trimmer: time differences and file sizes.

import type { Range } from '../../cutting/range.ts';
import { estimateGif, type GifSize } from './gif/gif-sizes.ts';
import type { OpenMedia } from './media/open-media.ts';
import type { Way } from './media/plan-cut.ts';
import type { TrimOutput } from './media/read-output.ts';
import { totalOf } from './parts/segments.ts';

/** What audio alone usually takes, in bits per second. */
const SOUND_BITRATE = 160_000;
/** The usual shape of a picture, width by height. */
const SHAPE = 16 / 9;

/** Returns the difference of two times: `1.3 sec`, `2 min`. */
export function formatSpan(spanMs: number, language: string): string {
  const seconds = spanMs / 1000;
  if (seconds >= 120) return inUnit(seconds / 60, 'minute', 1, language);
  return inUnit(seconds, 'second', seconds < 0.1 ? 2 : 1, language);
}

/** Estimates the size of parts of a file, assuming a constant bitrate. */
export function estimateBytes(
  fileBytes: number,
  durationMs: number,
  ranges: readonly Range[],
): number {
  if (durationMs <= 0) return fileBytes;
  // Cuts may overlap, and be more than the file together.
  const shares = ranges.map((range) => Math.min(1, totalOf([range]) / durationMs));
  return Math.round(fileBytes * shares.reduce((sum, share) => sum + share, 0));
}

/** Estimates the bytes of a new file. */
export function expectedBytes(
  { source, durationMs }: Pick<OpenMedia, 'source' | 'durationMs'>,
  output: TrimOutput,
  { way, gifSize }: { readonly way: Way; readonly gifSize: GifSize },
  ranges: readonly Range[],
): number {
  if (output.kind === 'gif') return estimateGif(totalOf(ranges), gifSize, SHAPE);
  const bytes = estimateBytes(source.size, durationMs, ranges);
  if (output.kind === 'sound')
    return Math.min(bytes, Math.round((totalOf(ranges) / 1000) * (SOUND_BITRATE / 8)));
  const { exact } = output;
  return Math.round(bytes * (way === 'exact' && exact.kind === 'video' ? exact.sizeFactor : 1));
}

function inUnit(value: number, unit: string, digits: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value);
}
