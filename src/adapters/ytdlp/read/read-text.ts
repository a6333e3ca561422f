// Makes texts and tags of a platform safe for screens, file names and headers.
import { withNeededJoiners } from '../../../shared/media/joiners.ts';

// Controls, and marks that change the direction of everything after them: U+202E in a title can make "exe.4pm" look
// like "mp4.exe". The plain direction marks (U+200E, U+200F, U+061C) stay: Arabic and Hebrew need them.
const UNWANTED = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
const SPACES = /\s+/gu;
const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085]/gu;

/**
 * One line of text: well formed, without controls, spaces collapsed, at most `maxLength` code points and cut between
 * two graphemes. Null when nothing is left.
 */
export function cleanLine(value: string | null, maxLength: number): string | null {
  if (value === null) return null;
  const visible = value.toWellFormed().replace(UNWANTED, ' ').replace(SPACES, ' ').trim();
  const line = withNeededJoiners(visible).trim();
  return cutText(line, maxLength).trim() || null;
}

/** Like {@link cleanLine}, for texts with line breaks. */
export function cleanParagraphs(value: string | null, maxLength: number): string | null {
  if (value === null) return null;
  const lines = value.toWellFormed().replace(LINE_BREAKS, '\n').split('\n');
  const clean = lines.map((line) => line.replace(UNWANTED, ' ').replace(SPACES, ' ').trim());
  const text = clean.join('\n').replace(/\n{3,}/gu, '\n\n');
  return cutText(text.trim(), maxLength).trim() || null;
}

/**
 * The first `maxLength` code points, without a partial grapheme at the end; a single longer one is cut all the same.
 */
export function cutText(text: string, maxLength: number): string {
  // A code point is at most two units: this avoids splitting ten megabytes for two hundred characters.
  const points = [...text.slice(0, (maxLength + 1) * 2)];
  if (points.length <= maxLength) return points.join('');
  const cut = points.slice(0, maxLength).join('');
  // The next code point shows whether the last grapheme continues.
  const withNext = cut + points[maxLength];
  let end = 0;
  for (const { index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(withNext))
    end = index;
  return end === 0 ? cut : withNext.slice(0, end);
}

/**
 * An id made from a platform's: letters, digits, dot, dash and underscore only, never with a leading dot. Empty when no
 * character is allowed.
 */
export function safeId(value: string | null, maxLength = 64): string {
  return (value ?? '')
    .replace(/[^A-Za-z0-9._-]+/gu, '_')
    .replace(/\.{2,}/gu, '.')
    .replace(/^[._]+/u, '')
    .slice(0, maxLength);
}

/**
 * The BCP 47 tag for what platforms write (`en_US`, `eng-US`, `zh-Hans`, `en-desc`, `en-orig`); null when it is
 * invalid.
 */
export function languageTag(value: string | null): string | null {
  const match =
    /^([a-z]{2,3})(?:[-_]((?!orig|desc)[a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?=$|[-_])/iu.exec(
      value ?? '',
    );
  if (match === null) return null;
  const tag = Intl.getCanonicalLocales(match.slice(1).filter(Boolean).join('-'))[0] ?? null;
  return tag === null || ['und', 'mul', 'zxx', 'mis'].includes(tag) ? null : tag;
}
