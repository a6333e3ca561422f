// The posts of the lab's Threads: their clips, how each page holds its post, and the expected results.
import type { Expected, LabLink } from '../../platform.ts';
import { CLIP_SECONDS, type Clips, film, trackOf } from '../meta/cdn.ts';

/** The media server of the lab's Threads. */
export const THREADS_CDN = 'scontent-lab-2.cdninstagram.com';

/** Its clips: one progressive file per video, at most 720 pixels on the shorter side. */
export const THREADS_CLIPS = {
  upright: film({ size: [720, 1280], colour: '#00695c', toneHz: 800 }),
  wide: film({ size: [1280, 720], colour: '#00897b', toneHz: 820 }),
  small: film({ size: [480, 480], colour: '#26a69a', toneHz: 840 }),
  'carousel-1': film({ size: [720, 960], colour: '#283593', toneHz: 860 }),
  'carousel-3': film({ size: [720, 960], colour: '#3949ab', toneHz: 880 }),
  silent: film({ size: [720, 720], colour: '#4e342e' }),
  linked: film({ size: [720, 1280], colour: '#9e9d24', toneHz: 900 }),
  quoted: film({ size: [640, 360], colour: '#f57f17', toneHz: 920 }),
  // Videos of other people's posts in the same pages, which must never be taken.
  'trap-reply': film({ size: [720, 1280], colour: '#ff1744', toneHz: 1500 }),
  'trap-feed': film({ size: [720, 1280], colour: '#d50000', toneHz: 1600 }),
} as const satisfies Clips;

/** One video or photo. `upload` is the uploaded size, where that is larger than the file. */
export type ThreadsPart =
  | {
      readonly video: keyof typeof THREADS_CLIPS;
      readonly upload?: readonly [width: number, height: number];
      readonly hasAudio?: false;
      readonly duration?: false;
    }
  | { readonly photo: string };

/** How the page holds the post: under which query, or why not at all. */
export type ThreadsPage =
  | 'target'
  | 'permalink'
  | 'direct'
  | 'renamed'
  | 'strangers'
  | 'shell'
  | 'shellFirst'
  | 'login'
  | 429;

/** A post. The first line of its caption is its title. */
export type ThreadsPost = {
  readonly name: string;
  readonly code: string;
  readonly page: ThreadsPage;
  readonly caption?: string;
  readonly parts: readonly ThreadsPart[];
  /** The parts belong to something else that the post shows. */
  readonly through?: 'linked' | 'quoted';
  readonly expect?: Expected;
};

/** The authors of the posts and of quoted posts. */
export const THREADS_OWNER = {
  pk: '80000001',
  username: 'lab.painter',
  full_name: 'The Lab Painter',
};
/** The author of quoted posts. */
export const THREADS_QUOTED = {
  pk: '80000002',
  username: 'lab.sculptor',
  full_name: 'The Lab Sculptor',
};

const UPRIGHT: ThreadsPart = { video: 'upright', upload: [1080, 1920] };

/** All posts. */
export const THREADS_POSTS: readonly ThreadsPost[] = [
  { name: 'video, upright', code: 'DLuprightL1', page: 'target', parts: [UPRIGHT] },
  {
    name: 'video under the older query',
    code: 'DLolderLab1',
    page: 'permalink',
    parts: [{ video: 'wide', upload: [1920, 1080] }],
  },
  {
    name: 'video under the oldest query, a reply to another video',
    code: 'DLoldestLa1',
    page: 'direct',
    parts: [{ video: 'small', duration: false }],
  },
  {
    name: 'carousel of video, photo, video',
    code: 'DLcarousel1',
    page: 'target',
    parts: [{ video: 'carousel-1' }, { photo: '#00838f' }, { video: 'carousel-3' }],
  },
  { name: 'photo post', code: 'DLphotoLab1', page: 'target', parts: [{ photo: '#37474f' }] },
  {
    name: 'two photos',
    code: 'DLphotosLa1',
    page: 'target',
    parts: [{ photo: '#546e7a' }, { photo: '#78909c' }],
  },
  {
    name: 'video without sound',
    code: 'DLsilentLa1',
    page: 'target',
    parts: [{ video: 'silent', upload: [1080, 1080], hasAudio: false }],
  },
  {
    name: 'video shared from Instagram',
    code: 'DLlinkedLa1',
    page: 'target',
    parts: [{ video: 'linked' }],
    through: 'linked',
  },
  {
    name: 'video of a quoted post',
    code: 'DLquotedLa1',
    page: 'target',
    parts: [{ video: 'quoted' }],
    through: 'quoted',
  },
  { name: 'without a caption', code: 'DLwordless1', page: 'target', caption: '', parts: [UPRIGHT] },
  {
    name: 'page that comes on the second try',
    code: 'DLflakyLab1',
    page: 'shellFirst',
    parts: [UPRIGHT],
  },
  {
    name: 'words only',
    code: 'DLwordsLab1',
    page: 'target',
    parts: [],
    expect: { code: 'no_video' },
  },
  {
    name: 'deleted: a page of strangers',
    code: 'DLdeletedL1',
    page: 'strangers',
    parts: [],
    expect: { code: 'not_found' },
  },
  {
    name: 'never more than a shell',
    code: 'DLshellsLa1',
    page: 'shell',
    parts: [UPRIGHT],
    expect: { code: 'rate_limited' },
  },
  {
    name: 'post under a query with a new name',
    code: 'DLrenamedL1',
    page: 'renamed',
    parts: [UPRIGHT],
    expect: { code: 'platform_changed' },
  },
  {
    name: 'sent to the login page',
    code: 'DLloginLab1',
    page: 'login',
    parts: [],
    expect: { code: 'login_required' },
  },
  {
    name: 'too many requests',
    code: 'DLtooMany01',
    page: 429,
    parts: [],
    expect: { code: 'rate_limited' },
  },
];

/** The caption of a post. */
export const threadsCaption = (post: ThreadsPost) =>
  post.caption ?? `Lab: ${post.name}\nSecond line of the caption.`;

/** The post as a link with its expected result. */
export function threadsLink(post: ThreadsPost): LabLink {
  const url = `https://www.threads.com/@${THREADS_OWNER.username}/post/${post.code}`;
  return { name: post.name, url, expect: post.expect ?? expected(post) };
}

function expected(post: ThreadsPost): Expected {
  const owner = post.through === 'quoted' ? THREADS_QUOTED : THREADS_OWNER;
  const title =
    post.through === 'quoted' ? 'Lab: what is quoted' : threadsCaption(post).split('\n')[0];
  const items = post.parts.map((part) => {
    if ('photo' in part)
      return {
        kind: 'photo' as const,
        tracks: [{ width: 1080, height: 1440, delivery: 'file' as const }],
      };
    const track = trackOf(THREADS_CLIPS[part.video], ['fps']);
    const duration = part.duration === false ? {} : { durationSeconds: CLIP_SECONDS };
    return { kind: 'video' as const, ...duration, tracks: [track] };
  });
  return { title: title || `Post by ${owner.username}`, author: owner.full_name, items };
}
