// yt-dlp's failure messages and the error codes they mean. Read by read-error.ts.
import type { ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** A failure to classify: `text` and `warnings` in lower case with straight apostrophes. */
export type Failure = {
  readonly type: string;
  /** Class of the underlying exception; empty when there is none. */
  readonly cause: string;
  readonly text: string;
  readonly warnings: string;
  readonly status: number | null;
  readonly platform?: PlatformId;
};

/** A code and its pattern, or a test where a pattern is not enough. */
export type Row = readonly [code: ErrorCode, sign: RegExp | ((failure: Failure) => boolean)];

const NETWORK = [
  'TransportError',
  'IncompleteRead',
  'SSLError',
  'CertificateVerifyError',
  'ProxyError',
];
const isOf = (failure: Failure, ...names: string[]) =>
  names.includes(failure.type) || names.includes(failure.cause);

const NOTHING_FOUND = /no video formats found|requested format is not available/u;

/** Warnings that YouTube held back formats from this engine. */
export const LIMITED =
  /challenge solving failed|signature solving failed|\bpo token\b|\bsabr\b|only images are available|no supported javascript runtime|missing a url/u;

/** Warnings about formats that were left out because they are locked; and those that suspect this session as the reason. */
export const LOCKED = /formats have been skipped as they are drm protected/u;
export const LOCKED_FOR_SESSION = /current session may have an experiment that applies drm/u;

/**
 * Messages of platforms about the item or this server. The order matters: age gates, bot checks and rate limits also
 * require a login, and a private video may be "unavailable". Texts: yt-dlp 2026.08.19 and 2026.10.26.
 */
export const MESSAGES: readonly Row[] = [
  // Age: YouTube; Instagram; X; TikTok
  [
    'age_restricted',
    /confirm your age|age-restricted|inappropriate for some users|restricted video|nsfw tweet requires authentication|may not be comfortable for some audiences|adult content/u,
  ],
  [
    'geo_blocked',
    /not made this video available in your country|not available in your country|blocked (?:it )?in your country|not available from your location|geo.?restrict|withheld in/u,
  ],
  // Reddit's last two texts: a page in place of JSON, for a session without an account and with one.
  [
    'bot_check',
    /not a bot\b|captcha|account authentication is required|unable to access the reddit api/u,
  ],
  // Instagram's text names the login page too.
  [
    'rate_limited',
    /exceeded the rate-?limit|rate-?limit(?:ed)? by|rate-limit exceeded|content isn't available, try again later|too many requests|http error 429|please wait a few minutes/u,
  ],
  ['blocked', /your ip (?:address )?is (?:likely being )?blocked/u],
  [
    'members_only',
    /join this channel to get access|members-only|available to this channel's members|subscriber.only|requires payment/u,
  ],
  [
    'private',
    /private video|video is private|protected tweet|protected account|do not have permission to view this post|registered users who follow this account|(?:post|account|playlist) is private/u,
  ],
  ['drm', /drm.protected|licen[cs]e-?protected/u],
  [
    'live_not_started',
    /(?:live event|live stream|premiere|broadcast) (?:will )?(?:begin|start)s?|premieres in|premiere will begin|not yet started|has not started|not currently live/u,
  ],
  // X's tombstones; YouTube; Facebook; TikTok ("status code 10204" and others have rows of their own in yt-dlp)
  [
    'not_found',
    /has been (?:removed|deleted|terminated)|closed their|account .{0,30}closed|was deleted|account (?:has been |is )?suspended|suspended account|no longer exists?|no longer available|doesn't exist|does not exist|video unavailable|tweet is unavailable|facebook said:|video not available, status code|recording is not available|page isn't available|does the playlist exist|playlist does not exist|post not found|media not found|(?:video|post|content|media) (?:is not|isn't) available/u,
  ],
  // Where a platform does not distinguish private, deleted and blocked, it requires a login.
  [
    'login_required',
    /empty media response|only available for registered users|requiring login|log ?in (?:to continue|for access|to access|into an account)|you need to log in|please sign in|sign in to|requires authentication|redirected to the login page|content is unreachable/u,
  ],
  [
    'no_video',
    /no video in this (?:post|tweet)|video #\d+ is unavailable|no video could be found in this|is not a video|there's no video|does(?:n't| not) (?:have|contain) (?:a |any )?videos?|still be uploading or processing|this video is processing|no media found/u,
  ],
];

/** All rows, in the order in which they are tried; a message that none matches is `platform_changed`. */
export const FAILURES: readonly Row[] = [
  [
    'unsupported_url',
    (failure) =>
      isOf(failure, 'UnsupportedError') ||
      /no suitable extractor|unsupported url|no extractor of \w+ takes/u.test(failure.text),
  ],
  ['not_a_list', /playlist type is unviewable|unable to recognize (?:tab page|playlist)/u],
  // A refusal by the egress proxy. yt-dlp reports it as of any proxy: requests and urllib "Tunnel connection failed:
  // 403", curl "CONNECT tunnel failed, response 403" or "Received HTTP code 403 from proxy after CONNECT".
  [
    'blocked_target',
    /tunnel connection failed: 40[37]|connect tunnel failed, response 40[37]|http code 40[37] from proxy/u,
  ],
  // The egress budget of the job is spent.
  ['server_busy', /tunnel connection failed: 503|connect tunnel failed, response 503/u],
  ['geo_blocked', (failure) => isOf(failure, 'GeoRestrictedError')],
  ['live_not_started', (failure) => isOf(failure, 'UserNotLive')],
  ...MESSAGES,
  ['rate_limited', ({ status }) => status === 429],
  // YouTube's 429 appears in the warnings only.
  [
    'rate_limited',
    ({ text, warnings }) =>
      text.includes('failed to extract any player response') && warnings.includes('http error 429'),
  ],
  ['not_found', ({ status }) => status === 404 || status === 410],
  // Of a post or an account that is not there.
  ['not_found', ({ status, platform }) => status === 400 && platform === 'bluesky'],
  ['blocked', ({ status }) => status === 401 || status === 403],
  ['upstream_error', ({ status }) => status !== null && status >= 500],
  [
    'timeout',
    (failure) =>
      (isOf(failure, ...NETWORK) || isOf(failure, 'TimeoutError', 'timeout')) &&
      /timed out|timeout|response 504/u.test(failure.text),
  ],
  ['origin_unreachable', (failure) => isOf(failure, ...NETWORK)],
  [
    'engine_limited',
    ({ text, warnings }) =>
      (NOTHING_FOUND.test(text) || text.includes('failed to extract any player response')) &&
      LIMITED.test(warnings),
  ],
  // The list of renditions was unavailable, and there was nothing beside it.
  [
    'upstream_error',
    ({ text, warnings }) =>
      NOTHING_FOUND.test(text) && /failed to download (?:m3u8|mpd)/u.test(warnings),
  ],
  ['engine_limited', /only images are available|not available on this app|needs to be reloaded/u],
  ['no_video', NOTHING_FOUND],
];
