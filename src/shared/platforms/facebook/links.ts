// Facebook: parses and rebuilds its links, and lists its hosts.
import type { LinkKind, PageRefusal, Platform, PlatformReading } from '../platform.ts';
import { refuse, secondsOf, segmentsOf } from '../reading.ts';

const VIDEO_ID = /^\d{5,25}$/;
const POST_ID = /^(?:\d{5,25}|pfbid[A-Za-z0-9]{20,120})$/;
const OWNER = /^[\w.-]{1,100}$/;
const SHARE_CODE = /^[\w-]{5,40}$/;

/** Language hosts, such as "es-la.facebook.com": the same pages in another language. */
const LANGUAGES =
  'ar-ar bg-bg bn-in ca-es cs-cz da-dk de-de el-gr en-gb es-es es-la et-ee fa-ir fi-fi fr-ca fr-fr gl-es he-il hi-in hr-hr hu-hu id-id it-it ja-jp ko-kr lt-lt lv-lv mk-mk ml-in mr-in ms-my nb-no nl-be nl-nl pa-in pl-pl pt-br pt-pt ro-ro ru-ru sk-sk sl-si sq-al sr-rs sv-se sw-ke ta-in te-in th-th tl-ph tr-tr uk-ua ur-pk vi-vn zh-cn zh-hk zh-tw';

/** The hosts of its pages. */
export const OWN_HOSTS = [
  'www.facebook.com',
  'facebook.com',
  'm.facebook.com',
  'web.facebook.com',
  'mbasic.facebook.com',
  'touch.facebook.com',
  'mobile.facebook.com',
  'fb.com',
  'www.fb.com',
  'm.fb.com',
];
const REDIRECTOR_HOSTS = new Set(['l.facebook.com', 'lm.facebook.com']);

const REASON_BY_PATH: ReadonlyMap<string, PageRefusal> = new Map([
  ['flx', 'redirector'],
  ['l.php', 'redirector'],
  ['plugins', 'redirector'],
  ['sharer', 'redirector'],
  ['sharer.php', 'redirector'],
  ['login', 'redirector'],
  ['login.php', 'redirector'],
  ['search', 'search'],
  ['hashtag', 'search'],
  ['photo', 'photo_page'],
  ['photo.php', 'photo_page'],
  ['photos', 'photo_page'],
  ['media', 'photo_page'],
  ['stories', 'story'],
  ['profile.php', 'profile'],
  ['people', 'profile'],
  ['pages', 'profile'],
  ['p', 'profile'],
  ['watch', 'not_an_item'],
  ['reel', 'not_an_item'],
  ['reels', 'not_an_item'],
  ['groups', 'not_an_item'],
  ['events', 'not_an_item'],
  ['gaming', 'not_an_item'],
  ['marketplace', 'not_an_item'],
  ['ads', 'not_an_item'],
  ['help', 'not_an_item'],
  ['policies', 'not_an_item'],
]);

/** Facebook's record. */
export const facebook: Platform = {
  id: 'facebook',
  label: 'Facebook',
  hosts: [
    ...OWN_HOSTS,
    'fb.watch',
    'www.fb.watch',
    ...REDIRECTOR_HOSTS,
    ...LANGUAGES.split(' ').map((language) => `${language}.facebook.com`),
  ],
  read,
};

function read(url: URL): PlatformReading {
  if (REDIRECTOR_HOSTS.has(url.hostname)) return refuse('redirector');
  const segments = segmentsOf(url);
  const [first = '', second, third] = segments;
  const last = segments.at(-1) ?? '';
  if (url.hostname.endsWith('fb.watch')) return readWatchCode(segments);
  switch (first) {
    case 'share':
      return readShare(second, third);
    case 'watch':
    case 'video.php':
    case 'video':
      return readPlayer(second, url);
    case 'photo.php': {
      const id = url.searchParams.get('v');
      return id === null ? refuse('photo_page') : readVideo(id, url);
    }
    case 'reel':
      return second === undefined ? refuse('not_an_item') : readReel(second);
    case 'story.php':
    case 'permalink.php':
      return readStory(url);
    case 'groups':
      return readGroupPost(second, third, last, url);
  }
  if (second === 'videos' && third !== undefined) return readVideo(last, url);
  if (second === 'posts' && third !== undefined) return readOwnersPost(first, last);
  return refuse(reasonFor(first, second));
}

function readVideo(id: string, url: URL, kind: LinkKind = 'video'): PlatformReading {
  if (!VIDEO_ID.test(id)) return refuse('broken_id');
  const startSeconds = url.search === '' ? undefined : secondsOf(url.searchParams.get('t'));
  const address = `https://www.facebook.com/watch/?v=${id}`;
  return { id, kind, address, hints: startSeconds === undefined ? {} : { startSeconds } };
}

function readPlayer(second: string | undefined, url: URL): PlatformReading {
  const query = url.searchParams;
  const id = query.get('v') ?? query.get('video_id');
  if (id === null) return refuse('not_an_item');
  return readVideo(id, url, second === 'live' ? 'live' : 'video');
}

function readReel(id: string): PlatformReading {
  if (!VIDEO_ID.test(id)) return refuse('broken_id');
  return { id, kind: 'short', address: `https://www.facebook.com/reel/${id}` };
}

function readStory(url: URL): PlatformReading {
  const id = url.searchParams.get('story_fbid');
  const owner = url.searchParams.get('id');
  if (id === null) return refuse('not_an_item');
  if (!POST_ID.test(id) || owner === null || !VIDEO_ID.test(owner)) return refuse('broken_id');
  const address = `https://www.facebook.com/permalink.php?story_fbid=${id}&id=${owner}`;
  return { id, kind: 'post', address };
}

function readOwnersPost(owner: string, id: string): PlatformReading {
  if (!POST_ID.test(id) || !OWNER.test(owner)) return refuse('broken_id');
  return { id, kind: 'post', address: `https://www.facebook.com/${owner}/posts/${id}` };
}

function readGroupPost(
  group: string | undefined,
  page: string | undefined,
  last: string,
  url: URL,
): PlatformReading {
  const isPost = page === 'posts' || page === 'permalink';
  const id = isPost ? last : url.searchParams.get('multi_permalinks');
  if (group === undefined || id === null || last === page) return refuse('not_an_item');
  if (!POST_ID.test(id) || !OWNER.test(group)) return refuse('broken_id');
  return { id, kind: 'post', address: `https://www.facebook.com/groups/${group}/posts/${id}` };
}

function readWatchCode(segments: readonly string[]): PlatformReading {
  const [first, second] = segments;
  const code = second ?? first;
  if (code === undefined) return refuse('not_an_item');
  if (!SHARE_CODE.test(code)) return refuse('broken_id');
  if (second === undefined) return { short: `https://fb.watch/${code}/` };
  return first === 'v' ? { short: `https://fb.watch/v/${code}/` } : refuse('not_an_item');
}

function readShare(second: string | undefined, third: string | undefined): PlatformReading {
  const code = third ?? second;
  if (code === undefined) return refuse('not_an_item');
  if (!SHARE_CODE.test(code)) return refuse('broken_id');
  if (third === undefined) return { short: `https://www.facebook.com/share/${code}/` };
  if (second !== 'v' && second !== 'r' && second !== 'p') return refuse('not_an_item');
  return { short: `https://www.facebook.com/share/${second}/${code}/` };
}

function reasonFor(first: string, second: string | undefined): PageRefusal {
  const known = REASON_BY_PATH.get(first);
  if (known) return known;
  if (second === 'photos' || second === 'photos_by') return 'photo_page';
  if (second === 'live' || second === 'live_videos') return 'live_page';
  return first !== '' && !first.endsWith('.php') && OWNER.test(first) ? 'profile' : 'not_an_item';
}
