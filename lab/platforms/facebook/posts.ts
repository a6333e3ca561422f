// The posts of the lab's Facebook: their addresses, the contents of their pages, and the expected results.
import type { Expected, LabLink } from '../../platform.ts';
import { type FacebookVideo, facebookItem } from './videos.ts';

/** How a page holds its videos, or why it does not. */
export type FacebookPage =
  /** `/watch`: the video belongs to its story. */
  | { readonly kind: 'watch'; readonly videos: readonly [FacebookVideo] }
  /** A reel: the video is the playback video of a short form context. */
  | { readonly kind: 'reel'; readonly videos: readonly [FacebookVideo] }
  /** The video stands alone, as in older pages. */
  | { readonly kind: 'plain'; readonly videos: readonly [FacebookVideo] }
  /** A post with several videos. */
  | { readonly kind: 'post'; readonly videos: readonly FacebookVideo[] }
  /** A post that is shown to members, and a login page to others. */
  | { readonly kind: 'members'; readonly videos: readonly [FacebookVideo] }
  | { readonly kind: 'live'; readonly id: string }
  | { readonly kind: 'loginForm' | 'mustLogIn' | 'changed' }
  | { readonly kind: 'loginRedirect' }
  | { readonly kind: 'interstitial'; readonly words: string }
  | { readonly kind: 'status'; readonly status: 404 | 429 | 500 };

/** A post. `address` is what a visitor pastes; `id` is the id in it. */
export type FacebookPost = {
  readonly name: string;
  readonly id: string;
  readonly address: string;
  readonly page: FacebookPage;
  readonly expect?: Expected;
};

/** The author of all posts. */
export const FACEBOOK_OWNER = {
  __typename: 'User',
  id: '100000000000001',
  name: 'The Lab Painter',
};

/** The page's own title of a post. */
export const facebookTitle = (post: FacebookPost) => `Lab: ${post.name}`;

const ROOT = 'https://www.facebook.com';
const watch = (id: string) => `${ROOT}/watch/?v=${id}`;

/** All posts. */
export const FACEBOOK_POSTS: readonly FacebookPost[] = [
  {
    name: 'watch video with HD, SD, DASH in five sizes, VP9, sound, subtitles',
    id: '1000000000000101',
    address: watch('1000000000000101'),
    page: {
      kind: 'watch',
      videos: [
        {
          id: '1000000000000101',
          shape: 'progressive',
          sd: 'watch-sd',
          hd: 'watch-hd',
          dash: [
            'watch-dash-1080',
            'watch-dash-720',
            'watch-dash-480',
            'watch-dash-360',
            'watch-dash-240',
            'watch-dash-vp9',
            'sound-watch',
          ],
          subtitles: true,
        },
      ],
    },
  },
  {
    name: 'reel, upright, its largest size AV1 in an .mp4',
    id: '1000000000000102',
    address: `${ROOT}/reel/1000000000000102`,
    page: {
      kind: 'reel',
      videos: [
        {
          id: '1000000000000102',
          shape: 'legacy',
          sd: 'reel-sd',
          hd: 'reel-hd',
          dash: [
            'reel-av1',
            'reel-dash-720',
            'reel-dash-540',
            'reel-dash-360',
            'reel-dash-240',
            'sound-reel',
          ],
        },
      ],
    },
  },
  {
    name: 'old page with two files and nothing else',
    id: '1000000000000103',
    address: `${ROOT}/lab.painter/videos/1000000000000103/`,
    page: {
      kind: 'plain',
      videos: [{ id: '1000000000000103', shape: 'playable', sd: 'old-sd', hd: 'old-hd' }],
    },
  },
  {
    name: 'video without sound',
    id: '1000000000000104',
    address: watch('1000000000000104'),
    page: {
      kind: 'watch',
      videos: [
        {
          id: '1000000000000104',
          shape: 'progressive',
          sd: 'silent-sd',
          dash: ['silent-dash-720', 'silent-dash-360'],
        },
      ],
    },
  },
  {
    name: 'post with two videos',
    id: '1000000000000105',
    address: `${ROOT}/lab.painter/posts/1000000000000105`,
    page: {
      kind: 'post',
      videos: [
        { id: '1000000000000115', shape: 'progressive', hd: 'post-1' },
        { id: '1000000000000125', shape: 'progressive', hd: 'post-2' },
      ],
    },
  },
  {
    name: 'video of an open group',
    id: '1000000000000106',
    address: `${ROOT}/groups/2000000000000001/permalink/1000000000000106/`,
    page: { kind: 'post', videos: [{ id: '1000000000000116', shape: 'legacy', sd: 'group' }] },
  },
  {
    name: 'login wall',
    id: '1000000000000201',
    address: watch('1000000000000201'),
    page: { kind: 'loginForm' },
    expect: { code: 'login_required' },
  },
  {
    name: 'sent to the login page',
    id: '1000000000000202',
    address: `${ROOT}/reel/1000000000000202`,
    page: { kind: 'loginRedirect' },
    expect: { code: 'login_required' },
  },
  {
    name: 'closed group',
    id: '1000000000000203',
    address: `${ROOT}/groups/2000000000000002/permalink/1000000000000203/`,
    page: { kind: 'mustLogIn' },
    expect: { code: 'login_required' },
  },
  {
    name: 'public, but for those with an account',
    id: '1000000000000210',
    address: `${ROOT}/lab.painter/posts/1000000000000210`,
    page: {
      kind: 'members',
      videos: [{ id: '1000000000000310', shape: 'legacy', sd: 'group' }],
    },
    expect: { code: 'login_required' },
  },
  {
    name: 'removed, or not for everybody',
    id: '1000000000000204',
    address: watch('1000000000000204'),
    page: {
      kind: 'interstitial',
      words:
        'The link you followed may have expired, or the page may only be visible to an audience you&#039;re not in.',
    },
    expect: { code: 'not_found' },
  },
  {
    name: 'gone',
    id: '1000000000000205',
    address: watch('1000000000000205'),
    page: { kind: 'status', status: 404 },
    expect: { code: 'not_found' },
  },
  {
    name: 'live',
    id: '1000000000000206',
    address: watch('1000000000000206'),
    page: { kind: 'live', id: '1000000000000206' },
    expect: { code: 'live' },
  },
  {
    name: 'page that nobody can read any more',
    id: '1000000000000207',
    address: watch('1000000000000207'),
    page: { kind: 'changed' },
    expect: { code: 'platform_changed' },
  },
  {
    name: 'too many requests',
    id: '1000000000000208',
    address: watch('1000000000000208'),
    page: { kind: 'status', status: 429 },
    expect: { code: 'rate_limited' },
  },
  {
    name: 'broken platform',
    id: '1000000000000209',
    address: watch('1000000000000209'),
    page: { kind: 'status', status: 500 },
    expect: { code: 'upstream_error' },
  },
];

/** The post as a link with its expected result. */
export function facebookLink(post: FacebookPost): LabLink {
  return { name: post.name, url: post.address, expect: post.expect ?? expected(post) };
}

function expected(post: FacebookPost): Expected {
  const videos = 'videos' in post.page ? post.page.videos : [];
  const items = videos.map(facebookItem);
  // Of a post with several videos yt-dlp keeps neither text nor author.
  if (videos.length > 1) return { title: post.id, items };
  return { title: facebookTitle(post), author: FACEBOOK_OWNER.name, items };
}
