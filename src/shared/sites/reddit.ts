// Reddit: links of posts with a video of its own, its hosts, and its canary.
import { PLATFORMS } from '../platforms/index.ts';
import type { PlatformReading } from '../platforms/platform.ts';
import { refuse, segmentsOf } from '../platforms/reading.ts';
import type { ExtraSite } from './site.ts';

const POST_ID = /^[a-z\d]{4,10}$/;
const NAME = /^[\w-]{2,30}$/;
const CODE = /^[A-Za-z\d]{6,20}$/;
const OWN_HOSTS = [
  'www.reddit.com',
  'reddit.com',
  'old.reddit.com',
  'new.reddit.com',
  'm.reddit.com',
];

/** Reddit's record. */
export const reddit: ExtraSite = {
  platform: {
    id: 'reddit',
    label: PLATFORMS.reddit.label,
    hosts: [...OWN_HOSTS, 'np.reddit.com', 'sh.reddit.com', 'redd.it', 'v.redd.it'],
    read,
  },
  upstream: {
    shortHosts: [...OWN_HOSTS, 'v.redd.it'],
    cdnSuffixes: ['.reddit.com', '.redd.it'],
    extractors: ['Reddit'],
    uploaderPage: /^\/(?:u|user)\/([\w-]{2,30})\/?$/,
  },
  canary: 'https://www.reddit.com/r/videos/comments/6rrwyj/that_small_heart_attack/',
};

function read(url: URL): PlatformReading {
  const segments = segmentsOf(url);
  const [first, second, third, fourth] = segments;
  if (first === undefined) return refuse('not_an_item');
  if (url.hostname === 'redd.it') return readPost(first);
  if (url.hostname === 'v.redd.it') {
    return CODE.test(first) ? { short: `https://v.redd.it/${first}` } : refuse('broken_id');
  }
  if (first === 'search') return refuse('search');
  if (first === 'comments' || first === 'gallery') return readPost(second);
  if (!/^(?:r|u|user)$/.test(first) || second === undefined) return refuse('not_an_item');
  if (third === 'comments') return readPost(fourth);
  if (third === 's') return readCode(second, fourth);
  if (third === 'search') return refuse('search');
  return refuse(first === 'r' ? 'channel' : 'profile');
}

function readPost(id: string | undefined): PlatformReading {
  if (id === undefined) return refuse('not_an_item');
  const plain = id.toLowerCase();
  if (!POST_ID.test(plain)) return refuse('broken_id');
  return { id: plain, kind: 'post', address: `https://www.reddit.com/comments/${plain}` };
}

/** What the app copies: only Reddit knows which post it is. */
function readCode(community: string, code: string | undefined): PlatformReading {
  if (code === undefined) return refuse('not_an_item');
  if (!NAME.test(community) || !CODE.test(code)) return refuse('broken_id');
  return { short: `https://www.reddit.com/r/${community}/s/${code}` };
}
