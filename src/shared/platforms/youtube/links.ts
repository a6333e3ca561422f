// YouTube: parses and rebuilds its links, and lists its hosts.
import type { LinkHints, LinkKind, Platform, PlatformReading } from '../platform.ts';
import { refuse, secondsOf, segmentsOf } from '../reading.ts';

// Share scripts glue "?si=…" or "&t=…" to an id as if it were the end of a path.
const VIDEO_ID = /^([\w-]{11})(?:[?&].*)?$/;
const CLIP_ID = /^[\w-]{20,64}$/;
const LIST_ID = /^[\w-]{2,64}$/;
const TIME_IN_FRAGMENT = /^#(?:t|at)=([^&]*)/;

// Lists that only their owner can see: watch later, liked videos, liked music.
const OWN_LISTS = new Set(['WL', 'LL', 'LM']);

/** Paths of the watch page, which names the video in `v`. */
const WATCH_PATHS = new Set([undefined, 'watch', 'watch_popup', 'watch.php', 'movie']);

/** Paths that name the video in their second part. */
const KIND_BY_PATH: ReadonlyMap<string | undefined, LinkKind> = new Map([
  ['watch', 'video'],
  ['shorts', 'short'],
  ['live', 'live'],
  ['embed', 'video'],
  ['v', 'video'],
  ['vi', 'video'],
  ['e', 'video'],
]);

const CHANNEL_PATHS = new Set(['channel', 'c', 'user']);
const SEARCH_PATHS = new Set(['results', 'search']);
const REDIRECTOR_PATHS = new Set(['redirect', 'attribution_link', 'signin', 'logout', 'oembed']);

/** YouTube's record. */
export const youtube: Platform = {
  id: 'youtube',
  label: 'YouTube',
  hosts: [
    'www.youtube.com',
    'youtube.com',
    'm.youtube.com',
    'music.youtube.com',
    'gaming.youtube.com',
    'consent.youtube.com',
    'youtu.be',
    'www.youtu.be',
    'www.youtube-nocookie.com',
    'youtube-nocookie.com',
    'www.youtubekids.com',
    'youtube.googleapis.com',
  ],
  read,
};

function read(url: URL): PlatformReading {
  if (url.hostname === 'consent.youtube.com') return refuse('redirector');
  const [first, second] = segmentsOf(url);
  if (url.hostname === 'youtu.be' || url.hostname === 'www.youtu.be') {
    return first === undefined ? refuse('not_an_item') : readVideo(first, 'video', url);
  }
  if (first === 'clip' && second !== undefined) return readClip(second);
  if (first === 'embed' && second === 'videoseries') return refuse('playlist_only');
  if (first === 'embed' && second === 'live_stream') return refuse('live_page');
  const kind = KIND_BY_PATH.get(first);
  if (kind && second !== undefined) return readVideo(second, kind, url);
  if (WATCH_PATHS.has(first)) {
    const query = url.searchParams;
    const id = query.get('v') ?? query.get('vi');
    if (id !== null) return readVideo(id, 'video', url);
    return refuse(query.has('list') ? 'playlist_only' : 'not_an_item');
  }
  return refuse(reasonFor(first ?? '', url));
}

function readVideo(text: string, kind: LinkKind, url: URL): PlatformReading {
  const id = VIDEO_ID.exec(text)?.[1];
  if (id === undefined) return refuse('broken_id');
  const address = `https://www.youtube.com/watch?v=${id}`;
  return { id, kind, address, hints: url.search === '' && url.hash === '' ? {} : readHints(url) };
}

function readHints(url: URL): LinkHints {
  const query = url.searchParams;
  const startSeconds =
    secondsOf(query.get('t')) ??
    secondsOf(query.get('start')) ??
    secondsOf(query.get('time_continue')) ??
    secondsOf(TIME_IN_FRAGMENT.exec(url.hash)?.[1] ?? null);
  const endSeconds = secondsOf(query.get('end'));
  const list = query.get('list');
  return {
    ...(startSeconds === undefined ? {} : { startSeconds }),
    // An end before the start cuts nothing out.
    ...(endSeconds === undefined || endSeconds <= (startSeconds ?? 0) ? {} : { endSeconds }),
    ...(list === null || !LIST_ID.test(list) || OWN_LISTS.has(list) ? {} : { list }),
  };
}

function readClip(id: string): PlatformReading {
  if (!CLIP_ID.test(id)) return refuse('broken_id');
  return { id, kind: 'clip', address: `https://www.youtube.com/clip/${id}` };
}

function reasonFor(first: string, url: URL) {
  if (first.startsWith('@') || CHANNEL_PATHS.has(first)) {
    return /\/live\/?$/.test(url.pathname) ? 'live_page' : 'channel';
  }
  if (first === 'playlist' || (first === 'browse' && url.pathname.startsWith('/browse/VL'))) {
    return 'playlist_only';
  }
  if (SEARCH_PATHS.has(first)) return 'search';
  return REDIRECTOR_PATHS.has(first) ? 'redirector' : 'not_an_item';
}
