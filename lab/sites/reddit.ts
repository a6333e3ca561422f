// The lab's Reddit: a session for those without an account, posts as JSON, and videos as a file, DASH and HLS.
import type { MediaLibrary } from '../media/media.ts';
import type { LabAnswer, LabPlatform, LabRequest } from '../platform.ts';
import {
  json,
  mediaFile,
  page,
  picture,
  presentationPart,
  redirect,
  refusal,
  text,
} from '../platforms/answers.ts';
import { buttons, joined, mp3 } from '../platforms/expected-downloads.ts';
import { film } from './film.ts';

const POST = '6rrwyj';
const VIDEO = 'zv89llsvexdz';
const WORDS_ONLY = '6aaaaa';
const SHARED = '/r/videos/s/aB3dE5fG7h';
const LARGE = film(1280, 720, '#d84315', 341);
const SMALL = film(640, 360, '#00838f', 341);
const ONLY = {
  title: 'That small heart attack',
  author: 'Antw87',
  items: [
    {
      kind: 'video',
      durationSeconds: 10,
      tracks: [{ audioCodec: 'aac' }, { height: 360 }, { height: 720 }, { height: 720 }],
    },
  ],
} as const;

/** Its hosts, links and answers. */
export const reddit: LabPlatform = {
  id: 'reddit',
  hosts: ['www.reddit.com', 'old.reddit.com', 'v.redd.it', 'preview.redd.it'],
  links: [
    {
      name: 'a video of its own',
      url: `https://old.reddit.com/r/videos/comments/${POST}/that_small_heart_attack/`,
      expect: ONLY,
      downloads: [
        [...buttons(joined(LARGE, LARGE), joined(LARGE, LARGE), joined(SMALL, LARGE)), mp3(LARGE)],
      ],
    },
    { name: 'link of the app', url: `https://www.reddit.com${SHARED}`, expect: ONLY },
    { name: 'link of the video', url: `https://v.redd.it/${VIDEO}`, expect: ONLY },
    {
      name: 'words only',
      url: `https://www.reddit.com/comments/${WORDS_ONLY}`,
      expect: { code: 'no_video' },
    },
    { name: 'removed', url: 'https://redd.it/6zzzzz', expect: { code: 'not_found' } },
  ],
  answer,
};

async function answer(
  { url, headers }: LabRequest,
  media: MediaLibrary,
): Promise<LabAnswer | null> {
  const { hostname, pathname } = url;
  const post = `https://www.reddit.com/r/videos/comments/${POST}/that_small_heart_attack/`;
  if (hostname === 'old.reddit.com') {
    const cookie = 'loid=000000000lab; Domain=reddit.com; Path=/; Secure';
    return pathname === '/' ? page('<html></html>', { headers: { 'set-cookie': cookie } }) : null;
  }
  if (hostname === 'preview.redd.it') return mediaFile(media, picture('#d84315', 640, 360));
  if (hostname === 'v.redd.it') {
    if (pathname === `/${VIDEO}`) return redirect(`https://www.reddit.com/video/${VIDEO}`);
    return answerVideo(pathname, media);
  }
  if (pathname === SHARED) return redirect(`${post}?share_id=lab&utm_medium=ios_app`, 301);
  if (pathname === `/video/${VIDEO}`) return redirect(post);
  const id = /^\/comments\/(\w+)\/\.json$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  // Without a session it sends a page in place of JSON.
  if (!headers.cookie?.includes('loid='))
    return page('<html><body>whoa there</body></html>', { status: 403 });
  return id === POST || id === WORDS_ONLY ? json(listing(id)) : json({ error: 404 }, 404);
}

async function answerVideo(path: string, media: MediaLibrary): Promise<LabAnswer | null> {
  const [, id, name = ''] = path.split('/');
  if (id !== VIDEO) return null;
  if (name === 'DASH_720.mp4') return mediaFile(media, silent(LARGE));
  const dash = await media.dash({
    pictures: [LARGE, SMALL],
    sounds: [LARGE],
    addressing: 'single',
    segmentSeconds: 2,
  });
  if (name === 'DASHPlaylist.mpd') return text(dash.manifest, 'application/dash+xml');
  if (name === 'HLSPlaylist.m3u8' || name === 'wh_ben_en.vtt') return refusal(403);
  return presentationPart(dash, name);
}

function silent({ sound: _, ...variant }: ReturnType<typeof film>) {
  return variant;
}

function listing(id: string) {
  const reddit_video = {
    fallback_url: `https://v.redd.it/${VIDEO}/DASH_720.mp4?source=fallback`,
    dash_url: `https://v.redd.it/${VIDEO}/DASHPlaylist.mpd?a=1999999999%2Clab&amp;v=1&amp;f=sd`,
    hls_url: `https://v.redd.it/${VIDEO}/HLSPlaylist.m3u8?a=1999999999%2Clab&amp;v=1&amp;f=sd`,
    width: 1280,
    height: 720,
    bitrate_kbps: 1200,
    duration: 10,
    is_gif: false,
  };
  const hasVideo = id === POST;
  const permalink = `/r/videos/comments/${id}/that_small_heart_attack/`;
  const data = {
    id,
    title: hasVideo ? 'That small heart attack' : 'A question',
    author: 'Antw87',
    subreddit: 'videos',
    selftext: '',
    over_18: false,
    created_utc: 1_780_300_800,
    ups: 12,
    downs: 0,
    num_comments: 3,
    permalink,
    url: hasVideo ? `https://v.redd.it/${VIDEO}` : `https://www.reddit.com${permalink}`,
    preview: {
      images: [
        {
          source: {
            url: 'https://preview.redd.it/lab.jpg?width=640&amp;s=1',
            width: 640,
            height: 360,
          },
        },
      ],
    },
    secure_media: hasVideo ? { reddit_video } : null,
  };
  return [
    { kind: 'Listing', data: { children: [{ kind: 't3', data }] } },
    { kind: 'Listing', data: { children: [] } },
  ];
}
