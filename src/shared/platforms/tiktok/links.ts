// TikTok: parses and rebuilds its links, and lists its hosts.
import type { LinkKind, Platform, PlatformReading } from '../platform.ts';
import { refuse, segmentsOf } from '../reading.ts';

const ITEM_ID = /^\d{6,20}$/;
const SHARE_CODE = /^[\w-]{5,40}$/;
/** Every path that names one item: user pages, share and embed pages, the player, the old mobile page. */
const ITEM_PATH =
  /^(?:@[^/]*\/(?:video|photo)|(?:i18n\/)?share\/(?:video|photo)|embed(?:\/v\d)?|player\/v1|video|v)\/([^/]+)/;

/** The hosts of its short links. */
export const SHORT_HOSTS = new Set(['vm.tiktok.com', 'vt.tiktok.com', 't.tiktok.com']);
/** The host of its lite version. */
export const LITE_HOST = 'lite.tiktok.com';

/** TikTok's record. */
export const tiktok: Platform = {
  id: 'tiktok',
  label: 'TikTok',
  hosts: [
    'www.tiktok.com',
    'tiktok.com',
    'm.tiktok.com',
    LITE_HOST,
    ...SHORT_HOSTS,
    'www.tiktokv.com',
  ],
  read,
};

function read(url: URL): PlatformReading {
  const segments = segmentsOf(url);
  const [first = '', second] = segments;
  const named = ITEM_PATH.exec(segments.join('/'))?.[1];
  if (named !== undefined && first !== 't') {
    return readItem(
      named.replace(/\.html$/, ''),
      url.pathname.includes('/photo/') ? 'post' : 'video',
    );
  }
  if (first === 't') {
    return readCode(second, url.hostname === LITE_HOST ? LITE_HOST : 'www.tiktok.com', 't/');
  }
  if (SHORT_HOSTS.has(url.hostname)) return readCode(first, url.hostname, '');
  // Copied from the feed: https://www.tiktok.com/foryou?…&item_id=7086552077370985770#/@user/video/…
  const listed = url.searchParams.get('item_id');
  if (listed !== null && ITEM_ID.test(listed)) return readItem(listed, 'video');
  return refuse(reasonFor(first, second));
}

function readItem(id: string, kind: LinkKind): PlatformReading {
  if (!ITEM_ID.test(id)) return refuse('broken_id');
  // The page is found by the id alone, photo posts included; "_" stands for the author.
  return { id, kind, address: `https://www.tiktok.com/@_/video/${id}` };
}

function readCode(code: string | undefined, host: string, path: '' | 't/'): PlatformReading {
  if (!code) return refuse('not_an_item');
  if (!SHARE_CODE.test(code)) return refuse('broken_id');
  return { short: `https://${host}/${path}${code}/` };
}

function reasonFor(first: string, second: string | undefined) {
  if (first.startsWith('@')) {
    if (second === 'live') return 'live_page';
    return second === 'collection' || second === 'playlist' ? 'playlist_only' : 'profile';
  }
  if (first === 'live' || (first === 'share' && second === 'live')) return 'live_page';
  if (first === 'share' && second === 'user') return 'profile';
  if (first === 'search') return 'search';
  return first === 'login' || first === 'link' ? 'redirector' : 'not_an_item';
}
