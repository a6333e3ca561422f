// Formats the figures of the table.
import { MIN_ATTEMPTS } from '../../../shared/limits.ts';
import type { Tally } from './platform-status.ts';

const SECOND_MS = 1000;
/** Longer durations are shown in minutes. */
const MINUTES_FROM_MS = 120_000;
const MINUTE_MS = 60_000;

/** Returns the attempts of a tally. */
export function attemptsOf({ done, failed }: Tally): number {
  return done + failed;
}

/** Returns the share of successful attempts; null with too few of them. Rounded down, so that 100 % means all of them. */
export function shareOf(tally: Tally, language: string): string | null {
  const attempts = attemptsOf(tally);
  if (attempts < MIN_ATTEMPTS) return null;
  const share = Math.floor((tally.done / attempts) * 100) / 100;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** Returns `8.4 s`, `47 s` or `2.5 min`. */
export function writeDuration(durationMs: number, language: string): string {
  const isLong = durationMs >= MINUTES_FROM_MS;
  const value = durationMs / (isLong ? MINUTE_MS : SECOND_MS);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLong ? 'minute' : 'second',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
