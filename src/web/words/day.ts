// Formats days and months in a language.
import type { Language } from '../../shared/languages.ts';

const LATIN_MONTHS = [
  'Ianuarii',
  'Februarii',
  'Martii',
  'Aprilis',
  'Maii',
  'Iunii',
  'Iulii',
  'Augusti',
  'Septembris',
  'Octobris',
  'Novembris',
  'Decembris',
] as const;

/** Returns `November 21, 2026`, `21 novembre 2026`, `die 21 Novembris 2026`; `Intl` has no Latin. */
export function writeDay(day: string, language: Language): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (language.tag === 'la') {
    const month = LATIN_MONTHS[date.getUTCMonth()];
    return `die ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
  }
  return new Intl.DateTimeFormat(language.intl, { dateStyle: 'long', timeZone: 'UTC' }).format(
    date,
  );
}

/** Returns `November 2026`, `novembre 2026`, `mensis Novembris 2026`, from `2026-11`. */
export function writeMonth(month: string, language: Language): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  if (language.tag === 'la')
    return `mensis ${LATIN_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return new Intl.DateTimeFormat(language.intl, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(date);
}
