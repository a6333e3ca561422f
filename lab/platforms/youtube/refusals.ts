// The unplayable videos of the lab's YouTube, with the player's messages.
import type { ErrorCode } from '../../../src/shared/errors.ts';

/** A refused video: its `playabilityStatus`, or a status for every request about it. */
export type Refusal = {
  readonly name: string;
  readonly id: string;
  readonly code: ErrorCode;
  readonly answer:
    | { readonly kind: 'words'; readonly playability: Playability; readonly isUpcoming?: boolean }
    | { readonly kind: 'tooManyRequests' }
    /** Answers about another video, as YouTube does for addresses that it blocks. */
    | { readonly kind: 'otherVideo' };
  readonly countries?: readonly string[];
};

type Playability = {
  readonly status: 'ERROR' | 'UNPLAYABLE' | 'LOGIN_REQUIRED' | 'LIVE_STREAM_OFFLINE';
  readonly reason: string;
  readonly subreason?: string;
  readonly isAgeGate?: boolean;
  readonly hasCaptcha?: boolean;
};

const LEARN_MORE = 'This helps protect our community. Learn more';

/**
 * All refused videos. Refusals of the client itself are placed between responses about the video: a client that
 * receives several of them in a row may stop asking.
 */
export const REFUSALS: readonly Refusal[] = [
  words('private', 'labPriv_001', 'private', {
    status: 'LOGIN_REQUIRED',
    reason: 'Private video',
    subreason: "Sign in if you've been granted access to this video",
  }),
  words('bot check', 'labBot__001', 'bot_check', {
    status: 'LOGIN_REQUIRED',
    reason: 'Sign in to confirm you’re not a bot',
    subreason: LEARN_MORE,
  }),
  words('members only', 'labMembr001', 'members_only', {
    status: 'UNPLAYABLE',
    reason:
      'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  }),
  words('captcha', 'labCapch001', 'bot_check', {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    hasCaptcha: true,
  }),
  words('adults only', 'labAge__001', 'age_restricted', {
    status: 'LOGIN_REQUIRED',
    reason: 'Sign in to confirm your age',
    subreason: 'This video may be inappropriate for some users.',
    isAgeGate: true,
  }),
  words('session rate limit', 'labRate_001', 'rate_limited', {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    subreason: "This content isn't available, try again later.",
  }),
  {
    ...words('other countries only', 'labGeo__001', 'geo_blocked', {
      status: 'UNPLAYABLE',
      reason: 'Video unavailable',
      subreason: 'The uploader has not made this video available in your country',
    }),
    countries: ['CA', 'JP', 'US'],
  },
  words('session rate limit with a curly apostrophe', 'labRate_002', 'rate_limited', {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    subreason: 'This content isn’t available, try again later.',
  }),
  words('removed by its uploader', 'labGone_001', 'not_found', {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason: 'This video has been removed by the uploader',
  }),
  {
    name: 'too many requests, everywhere',
    id: 'lab429__001',
    code: 'rate_limited',
    answer: { kind: 'tooManyRequests' },
  },
  words('account closed', 'labTermd001', 'not_found', {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason:
      'This video is no longer available because the YouTube account associated with this video has been terminated.',
  }),
  words('never was there', 'labNever001', 'not_found', {
    status: 'ERROR',
    reason: 'Video unavailable',
    subreason: 'This video is unavailable',
  }),
  upcoming('premiere', 'labPremr001', 'Premieres in 3 hours'),
  upcoming('stream that has not begun', 'labSoon_001', 'This live event will begin in 3 hours.'),
  {
    name: 'answers about another video',
    id: 'labOther001',
    code: 'blocked',
    answer: { kind: 'otherVideo' },
  },
];

function words(name: string, id: string, code: ErrorCode, playability: Playability): Refusal {
  return { name, id, code, answer: { kind: 'words', playability } };
}

function upcoming(name: string, id: string, reason: string): Refusal {
  const playability = { status: 'LIVE_STREAM_OFFLINE', reason } as const;
  const answer = { kind: 'words', playability, isUpcoming: true } as const;
  return { name, id, code: 'live_not_started', answer };
}
