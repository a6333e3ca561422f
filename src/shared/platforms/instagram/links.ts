// Instagram: parses and rebuilds its links, and lists its hosts.
import type { LinkKind, Platform, PlatformReading } from '../platform.ts';
import { indexOf, refuse, segmentsOf } from '../reading.ts';

// Up to eleven characters, and 28 more for a post that was shared out of a private account.
const SHORTCODE = /^[\w-]{1,64}$/;
const SHARE_CODE = /^[\w-]{4,64}$/;
const HIGHLIGHT_CODE = /^([\w-]{4,128})(?:=|%3[Dd]){0,2}$/;
const STORY_ID = /^\d{5,25}$/;
const USER_NAME = /^[A-Za-z0-9._]{1,30}$/;

const KIND_BY_PATH: ReadonlyMap<string | undefined, LinkKind> = new Map([
  ['p', 'post'],
  ['reel', 'short'],
  ['reels', 'short'],
  ['tv', 'video'],
]);

const SEARCH_PATHS = new Set(['explore', 'web']);
const PLATFORM_PATHS = new Set([
  'direct',
  'about',
  'developer',
  'legal',
  'api',
  'graphql',
  'oauth',
]);

/** Instagram's record. */
export const instagram: Platform = {
  id: 'instagram',
  label: 'Instagram',
  hosts: [
    'www.instagram.com',
    'instagram.com',
    'm.instagram.com',
    'l.instagram.com',
    'instagr.am',
    'www.instagr.am',
    'ddinstagram.com',
    'www.ddinstagram.com',
  ],
  read,
};

function read(url: URL): PlatformReading {
  if (url.hostname === 'l.instagram.com') return refuse('redirector');
  const [first, second, third] = segmentsOf(url);
  if (first === undefined) return refuse('not_an_item');
  if (first === 'share') return readShare(second, third);
  if (first === 's') return readHighlight(second);
  if (first === 'stories') return readStory(second, third);
  const kind = KIND_BY_PATH.get(first);
  if (kind) return readItem(second, kind, url);
  const kindAfterUser = KIND_BY_PATH.get(second);
  if (kindAfterUser && third !== undefined) return readItem(third, kindAfterUser, url);
  return refuse(reasonFor(first, second));
}

function readItem(id: string | undefined, kind: LinkKind, url: URL): PlatformReading {
  // "/reels/audio/123" is the page of a sound.
  if (id === undefined || (id === 'audio' && kind === 'short')) return refuse('not_an_item');
  if (!SHORTCODE.test(id)) return refuse('broken_id');
  const index = url.search === '' ? undefined : indexOf(url.searchParams.get('img_index'));
  // "/p/" finds reels and IGTV videos too, so one item has one address.
  const address = `https://www.instagram.com/p/${id}/`;
  return { id, kind, address, hints: index === undefined ? {} : { index } };
}

function readShare(second: string | undefined, third: string | undefined): PlatformReading {
  const code = third ?? second;
  if (code === undefined) return refuse('not_an_item');
  if (!SHARE_CODE.test(code)) return refuse('broken_id');
  if (third === undefined) return { short: `https://www.instagram.com/share/${code}/` };
  if (second !== 'p' && second !== 'reel') return refuse('not_an_item');
  return { short: `https://www.instagram.com/share/${second}/${code}/` };
}

function readHighlight(text: string | undefined): PlatformReading {
  if (text === undefined) return refuse('not_an_item');
  const code = HIGHLIGHT_CODE.exec(text)?.[1];
  if (code === undefined) return refuse('broken_id');
  return { short: `https://www.instagram.com/s/${code}` };
}

function readStory(user: string | undefined, id: string | undefined): PlatformReading {
  if (user === undefined || id === undefined) return refuse('story');
  if (!USER_NAME.test(user) || !STORY_ID.test(id)) return refuse('broken_id');
  return { id, kind: 'story', address: `https://www.instagram.com/stories/${user}/${id}/` };
}

function reasonFor(first: string, second: string | undefined) {
  if (first === 'accounts' || first === 'linkshim') return 'redirector';
  if (SEARCH_PATHS.has(first)) return 'search';
  if (PLATFORM_PATHS.has(first)) return 'not_an_item';
  if (second === 'live') return 'live_page';
  return USER_NAME.test(first.replace('@', '')) ? 'profile' : 'not_an_item';
}
