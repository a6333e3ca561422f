// Which yt-dlp is new enough, and how its versions are compared; used by the set-up's ways to install it.

/** Nothing older is ever used: see docs/decisions/0002-engine-install.md. */
export const OLDEST_VERSION = '2026.08.19';

/** yt-dlp writes 2026.8.19 and 2026.08.19 for the same version; this makes them compare as text. */
export function normaliseVersion(version) {
  return version
    .trim()
    .split('.')
    .map((part, index) => (index === 0 ? part : part.padStart(2, '0')))
    .join('.');
}
