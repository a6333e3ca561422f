// Whoever put a video on its platform, under every name by which a block list may know them; used by takedowns and by the engine's side.
import { readLink } from '../../shared/link.ts';
import { platformOfHost } from '../../shared/platforms/index.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';

/** An uploader by one of their names: an id, or what stands in the address of their page. */
export type Uploader = { readonly platform: PlatformId; readonly id: string };

const MAX_ID_LENGTH = 200;

/**
 * How the page of an uploader is named on each platform, so that the name is one that yt-dlp tells too. Facebook and
 * Pinterest tell numbers only, and the old `/c/` and `/user/` of YouTube are told nowhere.
 */
const PAGE: Readonly<Record<PlatformId, RegExp>> = {
  youtube: /^\/(?:@([^/]+)|channel\/([\w-]+))(?:\/|$)/,
  tiktok: /^\/@([^/]+)\/?$/,
  instagram: /^\/([\w.]+)\/?$/,
  facebook: /^\/(?:people\/[^/]+\/|profile\/)?(\d{5,25})\/?$/,
  twitter: /^\/(\w{1,20})\/?$/,
  snapchat: /^\/(?:add\/|@)([^/]+)\/?$/,
  pinterest: /^\/(\d{10,25})\/?$/,
  threads: /^\/@([^/]+)\/?$/,
};
/** First parts of addresses that are nobody's name. */
const PAGES_OF_THE_SITE =
  /^(?:home|explore|search|about|login|i|p|reel|reels|tv|share|stories|settings|legal|privacy|tos|help)$/i;

/** `platform:name`, the same for every way of writing it: names of people are not told apart by case, nor by an "@". */
export function uploaderKey({ platform, id }: Uploader): string {
  return `${platform}:${id.trim().replace(/^@/, '').normalize('NFC').toLowerCase()}`;
}

/** The uploader that the address of a page of theirs names, or null. */
export function uploaderOfPage(address: string): Uploader | null {
  const url = parse(address);
  const platform = url && (platformOfHost(url.hostname.replace(/\.$/, ''))?.id ?? null);
  if (!url || !platform) return null;
  const [, first, second] = PAGE[platform].exec(decoded(url.pathname)) ?? [];
  const number = platform === 'facebook' && /^\/profile\.php$/.test(url.pathname);
  const id = (number ? url.searchParams.get('id') : null) ?? first ?? second ?? '';
  return isName(id) && !PAGES_OF_THE_SITE.test(id) ? { platform, id } : null;
}

/** The uploader that an operator names by a page of theirs or as `platform:id`, or null. A link of a video names none. */
export function readUploader(text: string): Uploader | null {
  const trimmed = text.trim();
  const [, platform = '', id = ''] = /^([a-z]+):([^/\s]+)$/.exec(trimmed) ?? [];
  const known = PLATFORM_IDS.find((each) => each === platform);
  if (known && isName(id)) return { platform: known, id };
  return readLink(trimmed).kind === 'refused' ? uploaderOfPage(trimmed) : null;
}

function isName(id: string): boolean {
  return id !== '' && id !== '@' && id.length <= MAX_ID_LENGTH && !/[\p{Cc}\s]/u.test(id);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Broken percent signs name nobody, however they are read.
    return path;
  }
}

function parse(address: string): URL | null {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    return new URL(address);
  } catch {
    // The class throws for whatever is no address.
    return null;
  }
}
