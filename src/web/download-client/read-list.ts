// Reads a list of links out of any text: one per line, CSV, a chat, a bookmark file. Pure.
import { canonicalKey, linksIn, readLink, withScheme } from '../../shared/link.ts';
import { platformOfHost } from '../../shared/platforms/index.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** The most links of one list. */
export const MAX_LINKS = 100;
/** What of a text is read, in characters. */
export const MAX_CHARACTERS = 1_000_000;
/** How many links that cannot be used are named; the others are counted. */
const MAX_NAMED = 20;
const MAX_NAMED_CHARACTERS = 200;

/** A link of the list. `key` is the same for every way of writing a link to the same item. */
export type ListedLink = {
  readonly url: string;
  readonly key: string;
  readonly platform: PlatformId;
};

/** A link that cannot be used, cut to a length that can be shown, and the error code that says why. */
export type UnusableLink = {
  readonly url: string;
  readonly code: 'invalid_url' | 'unsupported_url';
};

/** What a text holds. */
export type ListReading = {
  readonly links: readonly ListedLink[];
  /** Links that were there already, each once, with how often they came again. */
  readonly repeated: readonly { readonly url: string; readonly count: number }[];
  readonly unusable: readonly UnusableLink[];
  /** All of these, with those that are not named. */
  readonly unusableCount: number;
  /** Lines that say something, but hold no link. */
  readonly plainLines: number;
  /** Usable links beyond the most that a list may have. */
  readonly beyond: number;
  /** Whether the text was longer than what is read. */
  readonly isCut: boolean;
};

/** Whose links those of an exact host are. */
type PlatformOfHost = typeof platformOfHost;

const LINE_END = /\r\n?|[\n\u2028\u2029]/;
const CELL_END = /[\s,;"'|<>]+/;
/** A title that follows in the next cell of a CSV file. */
const NEXT_CELL = /[,;|]/;

/** Reads a text, as {@link readLink} does with `platformOf`. `taken` are the keys of the links that the list has already. */
export function readList(
  text: string,
  taken: ReadonlySet<string> = new Set(),
  platformOf: PlatformOfHost = platformOfHost,
): ListReading {
  const seen = new Set(taken);
  const links: ListedLink[] = [];
  const repeated = new Map<string, { url: string; count: number }>();
  const unusable: UnusableLink[] = [];
  const beyondKeys = new Set<string>();
  let [unusableCount, plainLines] = [0, 0];

  for (const line of text.slice(0, MAX_CHARACTERS).split(LINE_END)) {
    if (line.trim() === '') continue;
    let hasLink = false;
    for (const candidate of candidatesIn(line, platformOf)) {
      hasLink = true;
      const link = readCandidate(candidate, platformOf);
      if ('code' in link) {
        unusableCount += 1;
        if (unusable.length < MAX_NAMED) unusable.push(link);
      } else if (seen.has(link.key)) {
        const known = repeated.get(link.key) ?? { url: link.url, count: 0 };
        repeated.set(link.key, { ...known, count: known.count + 1 });
      } else if (seen.size >= MAX_LINKS) {
        beyondKeys.add(link.key);
      } else {
        seen.add(link.key);
        links.push(link);
      }
    }
    if (!hasLink) plainLines += 1;
  }
  return {
    links,
    repeated: [...repeated.values()],
    unusable,
    unusableCount,
    plainLines,
    beyond: beyondKeys.size,
    isCut: text.length > MAX_CHARACTERS,
  };
}

/** The links of a line; where it has none, the words that are links but for their scheme. */
function* candidatesIn(line: string, platformOf: PlatformOfHost): Generator<string> {
  let hasScheme = false;
  for (const link of linksIn(line)) {
    hasScheme = true;
    yield link;
  }
  if (hasScheme) return;
  for (const cell of line.split(CELL_END)) {
    const address = withScheme(cell) ?? addressOf(cell, platformOf);
    if (address !== null) yield address;
  }
}

/** As `withScheme`, for extra sites, which other pages do not know. */
function addressOf(cell: string, platformOf: PlatformOfHost): string | null {
  const address = `https://${cell.replace(/^\/+/, '')}`;
  const reading = readLink(address, platformOf);
  return reading.kind === 'refused' && reading.platform === null ? null : address;
}

function readCandidate(text: string, platformOf: PlatformOfHost): ListedLink | UnusableLink {
  const beforeComma = text.split(NEXT_CELL, 1)[0] ?? '';
  const found = readUsable(text, platformOf) ?? readUsable(beforeComma, platformOf);
  if (found) return found;
  const reading = readLink(text, platformOf);
  const code = reading.kind === 'refused' ? reading.code : 'invalid_url';
  return { url: text.slice(0, MAX_NAMED_CHARACTERS), code };
}

function readUsable(text: string, platformOf: PlatformOfHost): ListedLink | null {
  const url = text.replace(/^http:/i, 'https:');
  const reading = readLink(url, platformOf);
  if (reading.kind === 'refused') return null;
  if (reading.kind === 'short') {
    const { platform, address } = reading.short;
    return { url, key: address, platform };
  }
  const { link } = reading;
  // A link to another picture of the same post is another download.
  const item = link.hints.index === undefined ? '' : `#${link.hints.index}`;
  return { url, key: canonicalKey(link) + item, platform: link.platform };
}
