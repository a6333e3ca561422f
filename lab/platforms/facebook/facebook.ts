// The lab's Facebook: pages with Relay data, login walls, short links, and media for its own user agent only.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { redirect, refusal, text } from '../answers.ts';
import { answerMedia } from '../meta/cdn.ts';
import { FACEBOOK_DOWNLOADS } from './downloads.ts';
import { loginPage, postPage } from './page.ts';
import { FACEBOOK_POSTS, facebookLink } from './posts.ts';
import { FACEBOOK_CDN, FACEBOOK_CLIPS, FACEBOOK_PICTURES } from './videos.ts';

const ROOT = 'https://www.facebook.com';
const AGENT = 'facebookexternalhit/1.1';
const SITES = [
  'www.facebook.com',
  'facebook.com',
  'm.facebook.com',
  'web.facebook.com',
  'fb.watch',
];
const WATCH = '1000000000000101';
const REEL = '1000000000000102';

// Short links by their last part, and their targets.
const SHORT: Readonly<Record<string, string>> = {
  labWatch01: `${ROOT}/watch/?v=${WATCH}`,
  labShareV1: `${ROOT}/watch/?v=${WATCH}&rdid=lab`,
  labShareR1: `${ROOT}/reel/${REEL}/?rdid=lab`,
};

// Endless, starting half a minute behind the live edge.
const LIVE_PLAYLIST = [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-MEDIA-SEQUENCE:4711',
  ...[4711, 4712, 4713].map((number) => `#EXTINF:2.0,\n${number}.ts`),
].join('\n');

/** The platform's hosts, links and answers. */
export const facebook: LabPlatform = {
  id: 'facebook',
  hosts: [...SITES, FACEBOOK_CDN, FACEBOOK_PICTURES],
  links: [
    ...FACEBOOK_POSTS.map((post): LabLink => {
      const downloads = FACEBOOK_DOWNLOADS[post.id];
      return { ...facebookLink(post), ...(downloads && { downloads }) };
    }),
    sameAs(WATCH, 'mobile address', `https://m.facebook.com/watch/?v=${WATCH}`),
    sameAs(WATCH, 'fb.watch link', 'https://fb.watch/labWatch01/'),
    sameAs(WATCH, 'share link of a video', `${ROOT}/share/v/labShareV1/`),
    sameAs(REEL, 'share link of a reel', `${ROOT}/share/r/labShareR1/`),
  ],
  answer: (request, media) => {
    const host = request.url.hostname;
    if (host === FACEBOOK_CDN) {
      if (request.url.pathname.endsWith('.m3u8'))
        return text(LIVE_PLAYLIST, 'application/vnd.apple.mpegurl');
      const isKnown = request.headers['user-agent'] === AGENT;
      return isKnown ? answerMedia(request, FACEBOOK_CLIPS, media) : refusal(403);
    }
    if (host === FACEBOOK_PICTURES) return pictures(request, media);
    return answerSite(request, media);
  },
};

function sameAs(id: string, name: string, url: string): LabLink {
  const post = FACEBOOK_POSTS.find((one) => one.id === id);
  if (post === undefined) throw new TypeError(`There is no post ${id}.`);
  return { name, url, expect: facebookLink(post).expect };
}

function pictures(request: LabRequest, media: MediaLibrary) {
  if (request.url.pathname.endsWith('.srt'))
    return text('1\n00:00:01,000 --> 00:00:04,000\nOne colour.\n', 'application/x-subrip');
  return answerMedia(request, {}, media);
}

async function answerSite({ url, method, headers }: LabRequest, media: MediaLibrary) {
  const path = url.pathname.replace(/\/$/, '');
  if (method === 'POST') {
    // yt-dlp's last resort for a page without a video.
    const isPlayer = path.startsWith('/video/tahoe/async/');
    return isPlayer
      ? text('for (;;);{"payload":null,"jsmods":{}}', 'application/x-javascript')
      : null;
  }
  const short = SHORT[path.split('/').at(-1) ?? ''];
  if (short !== undefined) return redirect(short);
  if (url.hostname !== 'www.facebook.com') return redirect(`${ROOT}${url.pathname}${url.search}`);
  if (path === '/login') return loginPage();
  const id = url.searchParams.get('v') ?? path.split('/').at(-1);
  const post = FACEBOOK_POSTS.find((one) => one.id === id);
  return post === undefined ? null : postPage(post, headers.cookie ?? '', media);
}
