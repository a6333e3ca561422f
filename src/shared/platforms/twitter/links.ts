// Twitter / X: parses and rebuilds its links, and lists its hosts.
import type { Platform, PlatformReading } from '../platform.ts';
import { indexOf, refuse, segmentsOf } from '../reading.ts';

const POST_ID = /^\d{1,20}$/;
const SHORT_CODE = /^\w{3,20}$/;
const USER_NAME = /^@?\w{1,20}$/;

/** The hosts of its pages. */
export const OWN_HOSTS = ['x.com', 'twitter.com'].flatMap((host) => [
  host,
  `www.${host}`,
  `mobile.${host}`,
  `m.${host}`,
]);
/** The hosts of its short links to pictures. */
export const PICTURE_HOSTS = new Set(['pic.twitter.com', 'pic.x.com']);
/** Mirrors that make previews for chats: people paste their links, but requests go to X itself only. */
const PREVIEW_HOSTS = ['vxtwitter.com', 'fixvx.com', 'fxtwitter.com', 'fixupx.com', 'twittpr.com'];

const PLATFORM_PATHS = new Set(['home', 'explore', 'i', 'settings', 'messages', 'notifications']);
const REDIRECTOR_PATHS = new Set(['intent', 'share', 'login', 'safety', 'oauth']);

/** The record of Twitter / X. */
export const twitter: Platform = {
  id: 'twitter',
  label: 'Twitter / X',
  hosts: [
    ...OWN_HOSTS,
    't.co',
    ...PICTURE_HOSTS,
    ...PREVIEW_HOSTS.flatMap((host) => [host, `www.${host}`, `d.${host}`]),
  ],
  read,
};

function read(url: URL): PlatformReading {
  const segments = segmentsOf(url);
  const [first, second, third] = segments;
  if (first === undefined) return refuse('not_an_item');
  if (url.hostname === 't.co' || PICTURE_HOSTS.has(url.hostname)) {
    return SHORT_CODE.test(first)
      ? { short: `https://${url.hostname}/${first}` }
      : refuse('broken_id');
  }
  if (first === 'i') return readInternal(segments, url);
  if (first === 'status' || first === 'statuses') return readPost(second, segments.slice(2));
  if (second === 'status' || second === 'statuses') return readPost(third, segments.slice(3));
  return refuse(reasonFor(first, url));
}

/** Pages under "/i/": "web/status", "status", "videos", "videos/tweet", "cards/tfw/v1" and bookmarks. */
function readInternal(segments: readonly string[], url: URL): PlatformReading {
  const [, second, third, fourth] = segments;
  if (second === 'status') return readPost(third, segments.slice(3));
  if (second === 'web' && third === 'status') return readPost(fourth, segments.slice(4));
  if (second === 'videos') return readPost(third === 'tweet' ? fourth : third, []);
  if (second === 'cards' && third === 'tfw') return readPost(segments[4], []);
  if (second === 'bookmarks' && url.searchParams.has('post_id')) {
    return readPost(url.searchParams.get('post_id') ?? undefined, []);
  }
  return refuse(second === 'flow' ? 'redirector' : 'not_an_item');
}

function readPost(id: string | undefined, after: readonly string[]): PlatformReading {
  if (id === undefined) return refuse('not_an_item');
  if (!POST_ID.test(id)) return refuse('broken_id');
  const [what, number] = after;
  const index = what === 'video' || what === 'photo' ? indexOf(number) : undefined;
  const address = `https://x.com/i/status/${id}`;
  return { id, kind: 'post', address, hints: index === undefined ? {} : { index } };
}

function reasonFor(first: string, url: URL) {
  if (first === 'search' || first === 'hashtag') return 'search';
  if (REDIRECTOR_PATHS.has(first)) return 'redirector';
  if (PLATFORM_PATHS.has(first) || url.pathname.includes('/lists/')) return 'not_an_item';
  return USER_NAME.test(first) ? 'profile' : 'not_an_item';
}
