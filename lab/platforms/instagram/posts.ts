// The posts of the lab's Instagram: their clips, the platform's data of each, and the expected results.
import type { Expected, ExpectedTrack, LabLink } from '../../platform.ts';
import { CLIP_SECONDS, type Clips, film, trackOf, voice } from '../meta/cdn.ts';

/** The media server of the lab's Instagram. */
export const INSTAGRAM_CDN = 'scontent-lab-1.cdninstagram.com';

/** Its clips. The reel's own sizes are portrait; `square` and `wide` exist as one progressive file each. */
export const INSTAGRAM_CLIPS = {
  'reel-101': film({ size: [720, 1280], colour: '#c2185b', toneHz: 300 }),
  'reel-102': film({ size: [480, 854], colour: '#ad1457', toneHz: 320 }),
  'reel-103': film({ size: [360, 640], colour: '#880e4f', toneHz: 340 }),
  'reel-dash-1080': film({ size: [1080, 1920], colour: '#e91e63' }),
  'reel-dash-720': film({ size: [720, 1280], colour: '#f06292' }),
  'reel-dash-540': film({ size: [540, 960], colour: '#f48fb1' }),
  'reel-dash-360': film({ size: [360, 640], colour: '#f8bbd0' }),
  'reel-dash-240': film({ size: [240, 426], colour: '#fce4ec' }),
  'reel-dash-vp9': film({ size: [1080, 1920], colour: '#6a1b9a', codec: 'vp9' }),
  'sound-reel': voice(360),
  wide: film({ size: [1280, 720], colour: '#ef6c00', toneHz: 380 }),
  square: film({ size: [720, 720], colour: '#f9a825', toneHz: 400 }),
  'carousel-1': film({ size: [720, 900], colour: '#2e7d32', toneHz: 420 }),
  'carousel-3': film({ size: [720, 900], colour: '#1565c0', toneHz: 440 }),
  silent: film({ size: [720, 1280], colour: '#5d4037' }),
  'silent-dash-1080': film({ size: [1080, 1920], colour: '#795548' }),
  'silent-dash-480': film({ size: [480, 854], colour: '#a1887f' }),
} as const satisfies Clips;

/** The name of a clip. */
export type InstagramClip = keyof typeof INSTAGRAM_CLIPS;
type FilmClip = Exclude<InstagramClip, `sound-${string}`>;

/** One video or photo of a post. */
export type InstagramPart =
  | {
      readonly video: readonly FilmClip[];
      readonly dash?: readonly InstagramClip[];
      readonly hasAudio?: false;
    }
  | { readonly photo: string };

/** A post: its code, its parts, and the platform's refusal, if any. */
export type InstagramPost = {
  readonly name: string;
  readonly code: string;
  readonly path: 'reel' | 'p' | 'tv';
  readonly parts?: readonly InstagramPart[];
  /** The platform's text in get_ruling_for_content. */
  readonly ruling?: { readonly title: string; readonly description: string };
  readonly page?: 'login' | 404 | 429 | 503;
  /** Present in the response, but `if_not_gated_logged_out` is null. */
  readonly gated?: true;
  readonly expect?: Expected;
};

/** The author of all posts. */
export const INSTAGRAM_OWNER = {
  pk: '70000001',
  username: 'lab.painter',
  full_name: 'The Lab Painter',
};
const REEL: readonly FilmClip[] = ['reel-101', 'reel-102', 'reel-103'];
const REEL_DASH: readonly InstagramClip[] = [
  'reel-dash-1080',
  'reel-dash-720',
  'reel-dash-540',
  'reel-dash-360',
  'reel-dash-240',
  'reel-dash-vp9',
  'sound-reel',
];

/** All posts. */
export const INSTAGRAM_POSTS: readonly InstagramPost[] = [
  {
    name: 'reel, upright, with DASH in five sizes, VP9 and separate sound',
    code: 'DKreelLab01',
    path: 'reel',
    parts: [{ video: REEL, dash: REEL_DASH }],
  },
  { name: 'wide video, one file', code: 'DKwideLab01', path: 'p', parts: [{ video: ['wide'] }] },
  {
    name: 'old IGTV video, square',
    code: 'DKsquareL01',
    path: 'tv',
    parts: [{ video: ['square'] }],
  },
  {
    name: 'video without sound',
    code: 'DKsilentL01',
    path: 'reel',
    parts: [{ video: ['silent'], dash: ['silent-dash-1080', 'silent-dash-480'], hasAudio: false }],
  },
  {
    name: 'carousel of video, photo, video',
    code: 'DKcarousel1',
    path: 'p',
    parts: [{ video: ['carousel-1'] }, { photo: '#00838f' }, { video: ['carousel-3'] }],
  },
  {
    name: 'photo post',
    code: 'DKphotoLab1',
    path: 'p',
    parts: [{ photo: '#37474f' }],
  },
  // The platform's response is the same for private, deleted and withheld posts.
  { name: 'empty answer', code: 'DKemptyLab1', path: 'reel', expect: { code: 'login_required' } },
  {
    name: 'gated',
    code: 'DKgatedLab1',
    path: 'reel',
    gated: true,
    expect: { code: 'login_required' },
  },
  {
    name: 'private, shared with followers',
    code: `DKprivateL1${'QUJDREVGR0hJSktMTU5PUFFSU1RV'}`,
    path: 'p',
    expect: { code: 'private' },
  },
  {
    name: 'redirected to the login page',
    code: 'DKredirect1',
    path: 'reel',
    page: 'login',
    expect: { code: 'rate_limited' },
  },
  {
    name: 'too many requests',
    code: 'DKtooMany01',
    path: 'reel',
    page: 429,
    expect: { code: 'rate_limited' },
  },
  { name: 'removed', code: 'DKremoved01', path: 'reel', page: 404, expect: { code: 'not_found' } },
  {
    name: 'broken platform',
    code: 'DKbroken001',
    path: 'reel',
    page: 503,
    expect: { code: 'upstream_error' },
  },
  {
    name: 'restricted to adults',
    code: 'DKadults001',
    path: 'reel',
    ruling: {
      title: 'Restricted Video',
      description: 'You must be 18 years old or over to see this video',
    },
    expect: { code: 'age_restricted' },
  },
];

/** The post as a link with its expected result. */
export function instagramLink(post: InstagramPost): LabLink {
  const url = `https://www.instagram.com/${post.path}/${post.code}/`;
  return { name: post.name, url, expect: post.expect ?? expected(post.parts ?? []) };
}

function expected(parts: readonly InstagramPart[]): Expected {
  const [only] = parts;
  const kind = parts.length > 1 ? 'Post' : only && 'photo' in only ? 'Photo' : 'Video';
  const items = parts.map((part) =>
    'photo' in part
      ? {
          kind: 'photo' as const,
          tracks: [{ width: 1080, height: 1350, delivery: 'file' as const }],
        }
      : { kind: 'video' as const, durationSeconds: CLIP_SECONDS, tracks: tracksOf(part) },
  );
  return {
    title: `${kind} by ${INSTAGRAM_OWNER.username}`,
    author: INSTAGRAM_OWNER.full_name,
    items,
  };
}

function tracksOf(part: Extract<InstagramPart, { video: unknown }>): ExpectedTrack[] {
  const files = part.video.map((name) => trackOf(INSTAGRAM_CLIPS[name], ['fps', 'sound']));
  return [...files, ...(part.dash ?? []).map((name) => trackOf(INSTAGRAM_CLIPS[name]))];
}
