// The lab's Instagram: session page, ruling, GraphQL API, post pages, share links, stories.
import { randomBytes } from 'node:crypto';
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { json, page, redirect, refusal } from '../answers.ts';
import { answerMedia } from '../meta/cdn.ts';
import { dataScript, mediaNumber, relayPage, relayScript } from '../meta/relay.ts';
import { INSTAGRAM_DOWNLOADS } from './downloads.ts';
import { instagramMedia } from './media.ts';
import {
  INSTAGRAM_CDN,
  INSTAGRAM_CLIPS,
  INSTAGRAM_POSTS,
  type InstagramPost,
  instagramLink,
} from './posts.ts';

const TOKEN = randomBytes(8).toString('hex');
const DOCUMENT = '27130156389949648';
const ROOT = 'https://www.instagram.com';

/** The platform's hosts, links and answers. */
export const instagram: LabPlatform = {
  id: 'instagram',
  hosts: ['www.instagram.com', 'instagram.com', INSTAGRAM_CDN],
  links: [
    ...INSTAGRAM_POSTS.map(linkOf),
    {
      ...sameAs('DKcarousel1', 'carousel, third item', `${ROOT}/p/DKcarousel1/?img_index=3`),
      ...downloadsOf('DKcarousel1'),
      pointsAt: 3,
    },
    sameAs('DKreelLab01', 'share link of a reel', `${ROOT}/share/reel/BAshareLab1`),
    sameAs('DKcarousel1', 'share link of a post', `${ROOT}/share/BAshareLab2/`),
    {
      name: 'story',
      url: `${ROOT}/stories/lab.painter/3500000000000000001/`,
      expect: { code: 'login_required' },
    },
    {
      name: 'story of an account that only members see',
      url: `${ROOT}/stories/lab.hermit/3500000000000000002/`,
      expect: { code: 'login_required' },
    },
  ],
  answer: (request, media) => {
    if (request.url.hostname === INSTAGRAM_CDN) return answerMedia(request, INSTAGRAM_CLIPS, media);
    if (request.url.hostname === 'instagram.com')
      return redirect(`${ROOT}${request.url.pathname}${request.url.search}`, 301);
    return answerSite(request, media);
  },
};

function linkOf(post: InstagramPost): LabLink {
  return { ...instagramLink(post), ...downloadsOf(post.code) };
}

function downloadsOf(code: string): Pick<LabLink, 'downloads'> {
  const downloads = INSTAGRAM_DOWNLOADS[code];
  return downloads === undefined ? {} : { downloads };
}

function sameAs(code: string, name: string, url: string): LabLink {
  const post = INSTAGRAM_POSTS.find((one) => one.code === code);
  if (post === undefined) throw new TypeError(`There is no post ${code}.`);
  return { name, url, expect: instagramLink(post).expect };
}

const byNumber = (number: string | null) =>
  INSTAGRAM_POSTS.find((post) => mediaNumber(post.code) === number);

async function answerSite(request: LabRequest, media: MediaLibrary): Promise<LabAnswer | null> {
  const { url, method } = request;
  const path = url.pathname.replace(/\/$/, '');
  if (method === 'POST') return path === '/api/graphql' ? graphql(request, media) : null;
  if (path === '') return page(relayPage('', [token()]));
  if (path === '/accounts/login') return page(relayPage('<title>Login • Instagram</title>', []));
  if (path === '/api/v1/web/get_ruling_for_content') return ruling(url);
  if (path === '/api/v1/feed/reels_media') return json({ status: 'ok', reels: null });
  if (path.startsWith('/share/')) return share(path);
  if (path.startsWith('/stories/')) return story(path);
  const code = /^\/(?:p|reel|tv)\/([\w-]+)$/.exec(path)?.[1];
  const post = INSTAGRAM_POSTS.find((one) => one.code === code);
  return post === undefined ? null : postPage(post, media);
}

const token = () => dataScript({ define: [['LSD', [], { token: TOKEN }, 323]] });

function ruling(url: URL): LabAnswer | null {
  const post = byNumber(url.searchParams.get('target_id'));
  if (url.searchParams.get('content_type') !== 'MEDIA' || post === undefined) return null;
  const words = post.ruling ?? { title: '', description: '' };
  const body = JSON.stringify({ status: 'ok', ...words });
  const cookie = 'csrftoken=labcsrf0000000000000; Domain=.instagram.com; Path=/; Secure';
  return { headers: { 'content-type': 'application/json', 'set-cookie': cookie }, body };
}

async function graphql(request: LabRequest, media: MediaLibrary): Promise<LabAnswer | null> {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const { headers } = request;
  const knows =
    form.get('doc_id') === DOCUMENT &&
    form.get('lsd') === TOKEN &&
    headers['x-fb-lsd'] === TOKEN &&
    headers['x-csrftoken'] === 'labcsrf0000000000000';
  if (!knows) return null;
  const variables = JSON.parse(form.get('variables') ?? '{}') as { media_id?: string };
  const post = byNumber(variables.media_id ?? null);
  if (post === undefined) return null;
  if (post.page === 429) return refusal(429);
  return json({ data: { xig_polaris_media: await answered(post, media) } });
}

async function answered(post: InstagramPost, media: MediaLibrary): Promise<unknown> {
  if (post.gated) return { if_not_gated_logged_out: null };
  if (post.parts === undefined) return null;
  return { if_not_gated_logged_out: await instagramMedia(post, media) };
}

async function postPage(post: InstagramPost, media: MediaLibrary): Promise<LabAnswer> {
  if (post.page === 'login')
    return redirect(`${ROOT}/accounts/login/?next=${encodeURIComponent(`/p/${post.code}/`)}`);
  if (post.page !== undefined) return refusal(post.page);
  const key = 'adp_PolarisLoggedOutDesktopWWWPostRootContentQueryRelayPreloader_66a1b2c3d4e5f';
  const data = { xig_polaris_media: await answered(post, media) };
  return page(relayPage('<title>Instagram</title>', [token(), relayScript({ key, data })]));
}

function share(path: string): LabAnswer | null {
  const target = { BAshareLab1: '/reel/DKreelLab01/', BAshareLab2: '/p/DKcarousel1/' };
  const name = path.split('/').at(-1);
  const found = Object.entries(target).find(([key]) => key === name)?.[1];
  return found === undefined ? null : redirect(`${ROOT}${found}?igsh=bGFi`);
}

function story(path: string): LabAnswer {
  const user = path.split('/')[2];
  // The page of an open account names its user; the contents of the story are for members only.
  const scripts =
    user === 'lab.painter' ? [dataScript({ user: { id: '70000001', pk: '70000001' } })] : [];
  return page(relayPage('<title>Stories • Instagram</title>', scripts));
}
