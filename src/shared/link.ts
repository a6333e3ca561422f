// Parses pasted text into a link to an item, a short link, or the reason why it is neither. Shared by browser and server.
import { MAX_LINK_LENGTH } from './limits.ts';
import { platformOfHost } from './platforms/index.ts';
import type { Link, PageRefusal, Platform, PlatformId, ShortLink } from './platforms/platform.ts';

/**
 * Why a text is not a link that can be used. `scheme` is a missing or another scheme (ask {@link withScheme}),
 * `malformed` anything that no browser produces: control characters, user names, ports, backslashes.
 */
export type LinkRefusal =
  | 'empty'
  | 'too_long'
  | 'scheme'
  | 'malformed'
  | 'other_site'
  | PageRefusal;

/** The result of parsing a text. A refusal has a `platform` when its host is known. */
export type LinkReading =
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'short'; readonly short: ShortLink }
  | {
      readonly kind: 'refused';
      readonly code: 'invalid_url' | 'unsupported_url';
      readonly platform: PlatformId | null;
      readonly reason: LinkRefusal;
    };

/** Maximum links found in one text. */
const MAX_LINKS_IN_TEXT = 50;

/** Texts that are no web address. */
const INVALID: ReadonlySet<LinkRefusal> = new Set(['empty', 'too_long', 'scheme', 'malformed']);

// Control characters, line ends of every kind, the byte order mark and the backslash.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\ufeff\\]/u;
// White space, and the invisible characters that chat programs add around copied text.
const OUTER = /[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069]/;
const WEB_SCHEME = /^https?:/i;
const CUT_SCHEME = /^(?:h?t{0,3}ps?)?:?\/\/+/i;
/** The authority: between the slashes after the scheme and the first "/", "?" or "#". */
const AUTHORITY = /^https?:\/*([^/?#]*)/i;
const PLAIN_HOST = /^([a-z0-9.-]+?)\.?(?::\d*)?$/i;
const LINK_IN_TEXT = /https?:\/\/[^\s<>"`{}|\\^[\]\u3000-\u303f\uff00-\uff65“”‘’«»]+/gi;
const PUNCTUATION = /[.,;:!?'*~…·•)]/;

/**
 * Reads one link, of the main platforms or those that `platformOf` finds by an exact host. Only a canonical id (and for a few
 * pages the owner's name) is taken from the text, each checked against its platform's alphabet; the URL is rebuilt around it.
 */
export function readLink(
  text: string,
  platformOf: (host: string) => Platform | null = platformOfHost,
): LinkReading {
  if (text.length > MAX_LINK_LENGTH) return refuse('too_long');
  if (text.includes('\ufeff')) return refuse('malformed');
  const trimmed = trim(text);
  if (trimmed === '') return refuse('empty');
  if (!WEB_SCHEME.test(trimmed)) return refuse('scheme');
  if (FORBIDDEN.test(trimmed)) return refuse('malformed');
  // The specification's home page escapes "&" before it sends a link; decodes one level.
  const decoded = trimmed.includes('&amp;') ? trimmed.replaceAll('&amp;', '&') : trimmed;
  if (!URL.canParse(decoded)) return refuse('malformed');
  const url = new URL(decoded);
  const authority = AUTHORITY.exec(decoded)?.[1] ?? '';
  if (authority.includes('@') || url.port !== '') return refuse('malformed');
  // Refuses hosts in other letters: "ⓨoutube.com" and "you%74ube.com" parse to our host, too.
  const host = PLAIN_HOST.exec(authority)?.[1]?.toLowerCase();
  const platform = host === undefined ? null : platformOf(host);
  if (host === undefined || !platform) return refuse('other_site');
  const reading = platform.read(withPlainHost(url, host));
  if ('refused' in reading) return refuse(reading.refused, platform.id);
  if ('short' in reading) {
    return { kind: 'short', short: { platform: platform.id, address: reading.short } };
  }
  const { id, kind, address, hints = {} } = reading;
  return { kind: 'link', link: { platform: platform.id, kind, id, address, hints } };
}

/** `platform:id`: the same for every way of writing a link to an item. */
export function canonicalKey(link: Pick<Link, 'platform' | 'id'>): string {
  return `${link.platform}:${link.id}`;
}

/**
 * The text as a https address when nothing but its scheme is missing or cut off ("youtube.com/…", "//youtu.be/…",
 * "ttps://…") and a platform of ours would read it; else null.
 */
export function withScheme(text: string): string | null {
  if (text.length > MAX_LINK_LENGTH) return null;
  const trimmed = trim(text);
  if (WEB_SCHEME.test(trimmed)) return null;
  const address = `https://${trimmed.replace(CUT_SCHEME, '')}`;
  const reading = readLink(address);
  return reading.kind === 'refused' && reading.platform === null ? null : address;
}

/** The http(s) links in a text, in their order, at most 50; punctuation around them is left out. */
export function findLinks(text: string): readonly string[] {
  const found: string[] = [];
  for (const link of linksIn(text)) {
    if (found.push(link) === MAX_LINKS_IN_TEXT) break;
  }
  return found;
}

/** The first http(s) link in a text, such as the message of a share button, or null. */
export function findLink(text: string): string | null {
  return linksIn(text).next().value ?? null;
}

/** All of them, one after the other. */
export function* linksIn(text: string): Generator<string> {
  for (const [match] of text.matchAll(LINK_IN_TEXT)) {
    let end = match.length;
    while (PUNCTUATION.test(match.charAt(end - 1))) end -= 1;
    yield match.slice(0, end);
  }
}

function refuse(reason: LinkRefusal, platform: PlatformId | null = null): LinkReading {
  const code = INVALID.has(reason) ? 'invalid_url' : 'unsupported_url';
  return { kind: 'refused', code, platform, reason };
}

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && OUTER.test(text.charAt(start))) start += 1;
  while (end > start && OUTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function withPlainHost(url: URL, host: string): URL {
  if (url.protocol === 'https:' && url.hostname === host) return url;
  return new URL(`https://${host}${url.pathname}${url.search}${url.hash}`);
}
