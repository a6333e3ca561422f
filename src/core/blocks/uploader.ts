// Uploaders of videos, by every name under which the block list may hold them.

import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../shared/platforms/upstreams.ts';
import { platformOfAnyHost, readAnyLink } from '../../shared/sites/index.ts';

/** An uploader by one of their names: an id, or the name in the address of their page. */
export type Uploader = { readonly platform: PlatformId; readonly id: string };

const MAX_ID_LENGTH = 200;

/** First path segments that are not names of uploaders. */
const PAGES_OF_THE_SITE =
  /^(?:home|explore|search|about|login|i|p|reel|reels|tv|share|stories|settings|legal|privacy|tos|help)$/i;

/** `platform:name`, normalized: names differ neither by case nor by an "@". */
export function uploaderKey({ platform, id }: Uploader): string {
  return `${platform}:${id.trim().replace(/^@/, '').normalize('NFC').toLowerCase()}`;
}

/** The uploader whose page is at this address, or null. */
export function uploaderOfPage(address: string): Uploader | null {
  const url = parse(address);
  const platform = url && (platformOfAnyHost(url.hostname.replace(/\.$/, ''))?.id ?? null);
  if (!url || !platform) return null;
  const [, first, second] = UPSTREAMS[platform].uploaderPage.exec(decoded(url.pathname)) ?? [];
  const number = platform === 'facebook' && /^\/profile\.php$/.test(url.pathname);
  const id = (number ? url.searchParams.get('id') : null) ?? first ?? second ?? '';
  return isName(id) && !PAGES_OF_THE_SITE.test(id) ? { platform, id } : null;
}

/** Reads the address of an uploader's page, or `platform:id`. Null for anything else, such as the link of a video. */
export function readUploader(text: string): Uploader | null {
  const trimmed = text.trim();
  const [, platform = '', id = ''] = /^([a-z]+):([^/\s]+)$/.exec(trimmed) ?? [];
  const known = PLATFORM_IDS.find((each) => each === platform);
  if (known && isName(id)) return { platform: known, id };
  return readAnyLink(trimmed).kind === 'refused' ? uploaderOfPage(trimmed) : null;
}

function isName(id: string): boolean {
  return id !== '' && id !== '@' && id.length <= MAX_ID_LENGTH && !/[\p{Cc}\s]/u.test(id);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Invalid percent-encoding is part of no name.
    return path;
  }
}

function parse(address: string): URL | null {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    return new URL(address);
  } catch {
    // The constructor throws for anything that is not an address.
    return null;
  }
}
