// Formats sizes, speeds, durations and remaining times in a language.

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Returns `84.2 MB`, `940 kB` or `1.26 GB`: three digits, decimal units. */
export function formatBytes(bytes: number, language: string): string {
  return formatAmount(bytes, '', language);
}

/** Returns `9.8 MB/s`, `9,8 Mo/s`. */
export function formatSpeed(bytesPerSecond: number, language: string): string {
  return formatAmount(bytesPerSecond, '-per-second', language);
}

function formatAmount(bytes: number, per: '' | '-per-second', language: string): string {
  let [value, step] = [bytes, 0];
  while (value >= 999.5 && step < UNITS.length - 1) [value, step] = [value / 1000, step + 1];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: `${UNITS[step] ?? 'byte'}${per}`,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 || value >= 100 ? 0 : value >= 10 ? 1 : 2,
  }).format(value);
}

/** Returns the duration of a video, or what is left of a wait: `3:41`, `1:02:09`. */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Returns a remaining time in its largest unit: `12 sec`, `3 min`, `2 hr`. */
export function formatSpan(seconds: number, language: string): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [value, unit] =
    whole < 60
      ? ([whole, 'second'] as const)
      : whole < 5400
        ? ([Math.round(whole / 60), 'minute'] as const)
        : ([Math.round(whole / 3600), 'hour'] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    value,
  );
}

/** Returns `42%` in the format of the language; `percent` is 0 to 100. */
export function formatPercent(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
}
