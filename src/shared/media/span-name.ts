// The times of a part in the name of its file, where a colon is forbidden and a dot looks like a decimal: `2.5s-7s`, `1m5s-1h2m`.

/** Both ends of a part. */
export function spanName(startMs: number, endMs: number): string {
  return `${timeName(startMs)}-${timeName(endMs)}`;
}

/** One time, to the hundredth: `0s`, `2.04s`, `1m5.5s`, `1h`. */
export function timeName(timeMs: number): string {
  const hundredths = Math.round(timeMs / 10);
  const parts = [
    [Math.floor(hundredths / 360_000), 'h'],
    [Math.floor(hundredths / 6000) % 60, 'm'],
    [(hundredths % 6000) / 100, 's'],
  ] as const;
  const named = parts.filter(([value]) => value > 0).map(([value, unit]) => `${value}${unit}`);
  return named.join('') || '0s';
}
