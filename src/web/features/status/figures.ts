// The figures of the table as a language writes them.
import type { Tally } from './platform-status.ts';

const SECOND_MS = 1000;
/** From here on minutes are easier to read. */
const MINUTES_FROM_MS = 120_000;
const MINUTE_MS = 60_000;

/** The attempts of a tally. */
export function attemptsOf({ done, failed }: Tally): number {
  return done + failed;
}

/** The share of attempts that went well; null when there was none. Rounded down, so that 100 % means all of them. */
export function shareOf(tally: Tally, language: string): string | null {
  const attempts = attemptsOf(tally);
  if (attempts === 0) return null;
  const share = Math.floor((tally.done / attempts) * 100) / 100;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** `8.4 s`, `47 s`, `2.5 min`. */
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
