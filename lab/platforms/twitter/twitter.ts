// The lab's X: guest token, GraphQL, syndication, t.co, and the media hosts under twimg.com.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { json, redirect, refusal } from '../answers.ts';
import { answerPicture, answerVideo } from './cdn.ts';
import { TWITTER_DOWNLOADS } from './downloads.ts';
import { postResult, syndicated } from './json.ts';
import { POSTS, type Post, REFUSED } from './posts.ts';

const GUEST_TOKEN = '1931000000000000001';
const SHORT_LINKS = new Map([
  ['Qr7Xs8Yt9Z', 'https://twitter.com/platform_lab/status/1931111111111111201'],
  ['Gh4Jk5Lm6N', 'https://www.example.org/article'],
]);

/** The platform's hosts, links and answers. */
export const twitter: LabPlatform = {
  id: 'twitter',
  hosts: ['x.com', 'www.x.com', 'twitter.com', 'api.x.com', 't.co', '.twimg.com'],
  links: [
    ...POSTS.map(
      ({ name, id, expect }): LabLink => ({ name, url: addressOf(id), expect, ...downloadsOf(id) }),
    ),
    {
      name: 'the second video of two, by its number',
      url: `${addressOf('1931111111111111301')}/video/3`,
      expect: postOf('1931111111111111301')?.expect ?? { code: 'internal' },
      ...downloadsOf('1931111111111111301'),
      pointsAt: 2,
    },
    {
      name: 'short link',
      url: 'https://t.co/Qr7Xs8Yt9Z',
      expect: postOf('1931111111111111201')?.expect ?? { code: 'internal' },
    },
    {
      name: 'short link to another site',
      url: 'https://t.co/Gh4Jk5Lm6N',
      expect: { code: 'blocked_target' },
    },
    ...REFUSED.map(
      ({ name, id, code }): LabLink => ({ name, url: addressOf(id), expect: { code } }),
    ),
  ],
  answer,
};

function downloadsOf(id: string): Pick<LabLink, 'downloads'> {
  const downloads = TWITTER_DOWNLOADS[id];
  return downloads === undefined ? {} : { downloads };
}

function addressOf(id: string): string {
  return `https://x.com/platform_lab/status/${id}`;
}

function postOf(id: string): Post | undefined {
  return POSTS.find((post) => post.id === id);
}

async function answer(request: LabRequest, media: MediaLibrary): Promise<LabAnswer | null> {
  const { url, method } = request;
  switch (url.hostname) {
    case 't.co': {
      const target = SHORT_LINKS.get(url.pathname.slice(1));
      return target === undefined ? refusal(404) : redirect(target, 301);
    }
    case 'api.x.com':
      if (url.pathname !== '/1.1/guest/activate.json' || method !== 'POST') return null;
      return json({ guest_token: GUEST_TOKEN });
    case 'cdn.syndication.twimg.com':
      return url.pathname === '/tweet-result' ? answerSyndication(url, media) : null;
    case 'video.twimg.com':
      return answerVideo(url, media);
    case 'pbs.twimg.com':
      return answerPicture(url, media);
    default:
      return answerGraphql(request, media);
  }
}

async function answerGraphql({ url, headers }: LabRequest, media: MediaLibrary) {
  if (!/^\/i\/api\/graphql\/[\w-]+\/TweetResultByRestId$/.test(url.pathname)) return null;
  if (headers['x-guest-token'] !== GUEST_TOKEN || headers.authorization === undefined) {
    return json({ errors: [{ code: 200, message: 'Forbidden.' }] }, 403);
  }
  const variables = JSON.parse(url.searchParams.get('variables') ?? '{}') as { tweetId?: string };
  const id = variables.tweetId ?? '';
  const post = postOf(id);
  if (post !== undefined) {
    return post.isLimited ? limited() : json(await postResult(post, media));
  }
  const refused = REFUSED.find((each) => each.id === id);
  if (refused === undefined) return null;
  if ('status' in refused.answer) {
    return refused.answer.status === 429 ? limited() : refusal(refused.answer.status);
  }
  const { result } = refused.answer;
  return json({ data: { tweetResult: result === null ? {} : { result } } });
}

async function answerSyndication(url: URL, media: MediaLibrary): Promise<LabAnswer | null> {
  const id = url.searchParams.get('id') ?? '';
  const post = postOf(id);
  if (post !== undefined) return json(await syndicated(post, media));
  const refused = REFUSED.find((each) => each.id === id);
  if (refused === undefined) return null;
  return refused.syndicationStatus === 429 ? limited() : json({}, refused.syndicationStatus);
}

function limited(): LabAnswer {
  const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-limit': '50' };
  return { status: 429, headers, body: 'Rate limit exceeded\n' };
}
