// The posts of the lab's X: their JSON and the expected results.
import type { ErrorCode } from '../../../src/shared/errors.ts';
import type { Expected } from '../../platform.ts';
import { ATTACHMENTS, type Attachment, expectedTracks } from './videos.ts';

/** A post that is shown. `limited` posts are refused by the API with 429 and come from the syndication host. */
export type Post = {
  readonly name: string;
  readonly id: string;
  readonly author: { readonly name: string; readonly screenName: string };
  readonly text: string;
  readonly media: readonly Attachment[];
  readonly quoted: { readonly text: string; readonly media: readonly Attachment[] } | null;
  readonly hasVisibilityResults: boolean;
  readonly isLimited: boolean;
  readonly linksTo: string | null;
  readonly expect: Expected;
};

/** A post that is refused: the API's text for it, or a status. */
export type Refused = {
  readonly name: string;
  readonly id: string;
  readonly answer: { readonly result: unknown } | { readonly status: number };
  readonly syndicationStatus: number;
  readonly code: ErrorCode;
};

const LAB = { name: 'Platform Lab', screenName: 'platform_lab' };
const plain = {
  author: LAB,
  quoted: null,
  hasVisibilityResults: false,
  isLimited: false,
  linksTo: null,
} as const;

/** All posts that are shown. */
export const POSTS: readonly Post[] = [
  {
    ...plain,
    name: 'video in four sizes, HLS with subtitles',
    id: '1931111111111111101',
    text: 'Static fire of the small engine https://t.co/Ab1Cd2Ef3G',
    media: [ATTACHMENTS.launch],
    expect: shows('Static fire of the small engine', [ATTACHMENTS.launch]),
  },
  {
    ...plain,
    name: 'flash and click, HLS with sound of its own',
    id: '1931111111111111121',
    text: 'Clapperboard',
    media: [ATTACHMENTS.marked],
    expect: shows('Clapperboard', [ATTACHMENTS.marked]),
  },
  {
    ...plain,
    name: 'HLS of two runs: the clock starts again, and the map changes',
    id: '1931111111111111131',
    text: 'The stream broke off for a moment',
    media: [ATTACHMENTS.recorded],
    expect: shows('The stream broke off for a moment', [ATTACHMENTS.recorded]),
  },
  {
    ...plain,
    name: 'the larger of two files holds silence',
    id: '1931111111111111141',
    text: 'Can you hear the owl?',
    media: [ATTACHMENTS.mute],
    expect: shows('Can you hear the owl?', [ATTACHMENTS.mute]),
  },
  {
    ...plain,
    name: 'upright video',
    id: '1931111111111111201',
    text: 'Walking down the harbour stairs',
    media: [ATTACHMENTS.upright],
    hasVisibilityResults: true,
    expect: shows('Walking down the harbour stairs', [ATTACHMENTS.upright]),
  },
  {
    ...plain,
    name: 'two videos and a photo',
    id: '1931111111111111301',
    text: 'Before, after, and the tool',
    media: [ATTACHMENTS.first, ATTACHMENTS.besideVideos, ATTACHMENTS.second],
    expect: shows('Before, after, and the tool', [ATTACHMENTS.first, ATTACHMENTS.second]),
  },
  {
    ...plain,
    name: 'GIF: silent MP4 of four seconds',
    id: '1931111111111111601',
    text: 'It blinks',
    media: [ATTACHMENTS.gif],
    expect: shows('It blinks', [ATTACHMENTS.gif]),
  },
  {
    ...plain,
    name: 'video of the quoted post',
    id: '1931111111111111401',
    text: 'Look at the colours in this one',
    media: [],
    quoted: { text: 'Aurora tonight', media: [ATTACHMENTS.quoted] },
    expect: shows('Look at the colours in this one', [ATTACHMENTS.quoted]),
  },
  {
    ...plain,
    name: 'API refuses with 429, syndication answers',
    id: '1931111111111111501',
    text: 'Rain on the greenhouse',
    media: [ATTACHMENTS.fallback],
    isLimited: true,
    expect: shows('Rain on the greenhouse', [ATTACHMENTS.fallback]),
  },
  {
    ...plain,
    name: 'photo alone',
    id: '1931111111111111701',
    text: 'Morning fog',
    media: [ATTACHMENTS.alone],
    expect: { code: 'no_video' },
  },
  {
    ...plain,
    name: 'words alone',
    id: '1931111111111111702',
    text: 'Nothing to see here',
    media: [],
    expect: { code: 'no_video' },
  },
  {
    ...plain,
    name: 'words that link to another site',
    id: '1931111111111111703',
    text: 'Read this https://t.co/Hi4Jk5Lm6N',
    media: [],
    linksTo: 'https://www.example.org/article',
    expect: { code: 'unsupported_url' },
  },
];

/** All posts that are refused. */
export const REFUSED: readonly Refused[] = [
  refused('adults only', '1931111111111111801', unavailable('NsfwLoggedOut'), 'age_restricted'),
  refused('protected account', '1931111111111111802', unavailable('Protected'), 'private'),
  refused(
    'suspended account',
    '1931111111111111803',
    tombstone('This Post is from a suspended account. Learn more'),
    'not_found',
  ),
  refused(
    'deleted by its author',
    '1931111111111111804',
    tombstone('This Post was deleted by the Post author. Learn more'),
    'not_found',
  ),
  // The API's response is the same for a post without a video: the two cannot be distinguished.
  refused('deleted without a word', '1931111111111111805', null, 'no_video'),
  {
    name: 'rate-limited on both hosts',
    id: '1931111111111111901',
    answer: { status: 429 },
    syndicationStatus: 429,
    code: 'rate_limited',
  },
  {
    name: 'API out of order',
    id: '1931111111111111902',
    answer: { status: 503 },
    syndicationStatus: 404,
    code: 'upstream_error',
  },
];

function shows(text: string, media: readonly Attachment[]): Expected {
  const items = media.map((each) => ({
    kind: 'video' as const,
    durationSeconds: each.seconds,
    tracks: expectedTracks(each),
    ...(each.hasSubtitles ? { subtitles: ['en'] } : {}),
  }));
  return { title: `${LAB.name} - ${text}`, author: LAB.name, items };
}

function refused(name: string, id: string, result: unknown, code: ErrorCode): Refused {
  return { name, id, answer: { result }, syndicationStatus: 404, code };
}

function unavailable(reason: string) {
  return { __typename: 'TweetUnavailable', reason };
}

function tombstone(text: string) {
  return { __typename: 'TweetTombstone', tombstone: { text: { rtl: false, text } } };
}
