// The name under which a visitor saves a file: based on the post's title, and safe on every system and in a header.
import { withNeededJoiners } from './joiners.ts';

/** The parts of a name. `qualifier` describes the file, such as `1080p`; `extension` has no dot. */
export type FileNameParts = {
  readonly title: string;
  readonly author?: string | null;
  readonly qualifier: string | null;
  readonly extension: string;
};

/** How long a name may be: in bytes of UTF-8, and in UTF-16 units, which Windows counts. */
export type NameLimits = { readonly bytes: number; readonly units: number };

/**
 * Any file system takes 200 bytes, but for eCryptfs. Windows takes paths of 259 units: 150 leave room for a folder such as
 * `C:\Users\Somebody\OneDrive - Company\Downloads` and for what browsers append.
 */
const USUAL: NameLimits = { bytes: 200, units: 150 };

/** Encrypted folders of Linux and of network drives (eCryptfs) take 143 bytes; browsers append ` (1)` and `.crdownload`. */
export const SHORT: NameLimits = { bytes: 128, units: 128 };

/** Windows extracts a ZIP file into a folder with its name: both must fit into one path. */
export const IN_ARCHIVE: NameLimits = { bytes: 143, units: 110 };
/** The name of a ZIP file itself. */
export const OF_ARCHIVE: NameLimits = { bytes: 143, units: 60 };

const MAX_AUTHOR_BYTES = 60;
const MAX_QUALIFIER_BYTES = 40;
/** Characters beyond this are ignored. */
const MAX_READ = 1000;

/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\.|$)/i;
/** Control characters, bidirectional controls and other invisible characters, but for joiners. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\uFFFC\uFFFD]/gu;
/** A letter, a digit or a pictograph: a title without any is not used. */
const MEANINGFUL = /[\p{L}\p{N}\p{So}]/u;

/** The name of a file whose post has no usable title. */
const UNTITLED: Readonly<Record<string, string>> = {
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  jpg: 'picture',
  png: 'picture',
  webp: 'picture',
  gif: 'picture',
};

/**
 * `Author - Title (1080p).mp4`, within the limits: the title is shortened if need be, at a word where there is one, never within a
 * character. Throws TypeError for an extension that is not one.
 */
export function fileNameOf(
  { title, author, qualifier, extension }: FileNameParts,
  limits = USUAL,
): string {
  if (!/^[a-z0-9]{1,5}$/.test(extension)) throw new TypeError('This is no file extension');
  const kind = qualifier ? tidy(cut(clean(qualifier), MAX_QUALIFIER_BYTES)) : '';
  const tail = `${kind ? ` (${kind})` : ''}.${extension}`;
  const name = clean(title);
  const by = author ? tidy(cut(clean(author), MAX_AUTHOR_BYTES)) : '';
  const isNamed = MEANINGFUL.test(name);
  const head = isNamed ? (by ? `${by} - ${name}` : name) : by || (UNTITLED[extension] ?? 'video');
  const safe = RESERVED.test(`${head}${tail}`) ? `_${head}` : head;
  return withTail(safe, tail, limits);
}

/** A name of {@link fileNameOf} that is too long for some place, with a shorter title and the same end; others as they are. */
export function shortened(name: string, limits: NameLimits): string {
  const tail = /(?: \([^()]{1,60}\))?\.[a-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  return withTail(name.slice(0, name.length - tail.length), tail, limits);
}

function withTail(head: string, tail: string, { bytes, units }: NameLimits): string {
  const room = { bytes: bytes - utf8Length(tail), units: units - tail.length };
  if (utf8Length(head) <= room.bytes && head.length <= room.units) return `${head}${tail}`;
  const start = cut(head, room.bytes, room.units);
  // At a word, unless that costs a third: scripts without spaces are cut between characters.
  const end = head[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  const words = end * 3 > start.length * 2 ? start.slice(0, end) : start;
  return `${tidy(words.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, ''))}${tail}`;
}

/** Removes or replaces characters that are unsafe in file systems, shells and headers. */
function clean(text: string): string {
  const visible = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(/[\\/|:]+/g, '-')
    .replace(/"/g, "'")
    .replace(/[<>?*]/g, '');
  return tidy(withNeededJoiners(visible));
}

/** Removes leading dots and hyphens (hidden files, options), and trailing dots and spaces (which Windows drops). */
function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/^[ .-]+/, '')
    .replace(/(?<![ .])[ .]+$/, '');
}

/** The longest prefix of whole graphemes within the limits; of whole code points where a single one is longer. */
function cut(text: string, maxBytes: number, maxUnits = Number.POSITIVE_INFINITY): string {
  let bytes = 0;
  let start = '';
  for (const point of text) {
    bytes += utf8Length(point);
    if (bytes > maxBytes || start.length + point.length > maxUnits)
      return withoutPartialGrapheme(start, point);
    start += point;
  }
  return start;
}

function withoutPartialGrapheme(text: string, next: string): string {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text + next);
  const end = graphemes.containing(text.length)?.index ?? 0;
  return withNeededJoiners(end === 0 ? text : text.slice(0, end));
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
