// Checks the table of failures against every recorded failure of every platform.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../shared/errors.ts';
import { PLATFORM_IDS, type PlatformId } from '../../shared/platforms/platform.ts';
import { type EngineFailure, readError, readWarnings } from './read-error.ts';

type Sample = EngineFailure & {
  readonly name: string;
  readonly warnings?: readonly string[];
  readonly code: ErrorCode;
};

const fixtures = new URL('../../../tests/fixtures/', import.meta.url).pathname;
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Sample[];
const recorded = globSync(`${fixtures}engine-failures/*.json`)
  .toSorted()
  .flatMap((path) =>
    read(path).map((sample) => [basename(path, '.json') as PlatformId, sample] as const),
  )
  .map(([platform, sample]) => ({ platform, ...sample }));

describe('readError', () => {
  it('is checked against failures of every platform', () => {
    expect(new Set(recorded.map(({ platform }) => platform))).toEqual(new Set(PLATFORM_IDS));
  });

  it.each(recorded)('reads $platform, $name, as $code', ({ platform, code, ...sample }) => {
    const error = readError(sample, sample.warnings ?? [], platform);
    expect(error.code).toBe(code);
    expect(error.params['platform']).toBe(platform);
  });

  it.each(read(`${fixtures}engine-output/network-failures.json`))('reads $name as $code', (row) => {
    expect(readError(row, [], 'pinterest').code).toBe(row.code);
  });

  const texts: readonly (readonly [ErrorCode, string, string?])[] = [
    ['unsupported_url', 'No suitable extractor found for URL https://example.com/'],
    ['unsupported_url', 'No extractor of pinterest takes this address'],
    ['unsupported_url', 'Unsupported URL: https://example.com/', 'UnsupportedError'],
    [
      'server_busy',
      "('Unable to connect to proxy', OSError('Tunnel connection failed: 503 Service'))",
    ],
    ['geo_blocked', 'This video is not available from your location due to geo restriction'],
    [
      'geo_blocked',
      'Video unavailable. This video contains content from X, who has blocked it in your country on copyright grounds',
    ],
    ['live_not_started', 'The channel is not currently live', 'UserNotLive'],
    ['live_not_started', 'This live event will begin in a few moments.'],
    ['live_not_started', 'Premiere will begin shortly'],
    ['drm', 'This video is DRM protected'],
    ['age_restricted', 'Sign in to confirm your age. This video may be inappropriate'],
    ['age_restricted', 'Restricted Video: You must be 18 years old or over to see this video'],
    ['bot_check', 'Sign in to confirm you’re not a bot. Use --cookies for the authentication'],
    ['bot_check', "Sign in to confirm you're not a bot"],
    ['rate_limited', 'This content isn’t available, try again later. The current session has'],
    ['private', 'Private video. Sign in if you’ve been granted access to this video'],
    ['private', 'This video is private. Use --cookies for the authentication'],
    [
      'members_only',
      'This video is available to this channel’s members on level: Gold (or higher)',
    ],
    ['members_only', 'This video requires payment to watch'],
    ['login_required', 'Please sign in. Use --cookies for the authentication'],
    ['not_found', 'Video unavailable. The uploader has closed their YouTube account'],
    [
      'not_found',
      'This video is no longer available because the YouTube account associated with this video has been terminated.',
    ],
    ['not_found', 'This live stream recording is not available.'],
    ['platform_changed', 'Unable to extract aweme detail info; please report this issue on x'],
    ['platform_changed', 'An extractor error has occurred.'],
    ['platform_changed', '8000001 bytes', 'AnswerTooLong'],
    ['platform_changed', "'NoneType' object is not subscriptable", 'TypeError'],
    ['platform_changed', '', ''],
  ];
  const rows = texts.map(([code, message, type = 'ExtractorError']) => ({ code, message, type }));
  it.each(rows)('reads as $code: $message', ({ code, ...error }) => {
    expect(readError(error, [], 'youtube').code).toBe(code);
  });

  it.each([
    [401, 'blocked'],
    [403, 'blocked'],
    [404, 'not_found'],
    [410, 'not_found'],
    [429, 'rate_limited'],
    [500, 'upstream_error'],
    [503, 'upstream_error'],
    [418, 'platform_changed'],
  ])('reads HTTP status %i as %s, in its field and in the text', (httpStatus, code) => {
    const message = 'Unable to download webpage: HTTP Error';
    const field = { type: 'ExtractorError', cause: 'HTTPError', message, httpStatus };
    expect(readError(field, [], 'facebook').code).toBe(code);
    const text = { type: 'ExtractorError', message: `${message} ${httpStatus}: Reason` };
    expect(readError(text, [], 'facebook').code).toBe(code);
  });

  it('ignores advice about cookies and logins', () => {
    const message = 'Something new. Use --cookies, --cookies-from-browser, please sign in, log in';
    expect(readError({ type: 'ExtractorError', message }, [], 'youtube').code).toBe(
      'platform_changed',
    );
  });

  it('distinguishes an unavailable list of renditions from a post without video', () => {
    const error = { type: 'ExtractorError', message: 'No video formats found!' };
    const warning = '[Pinterest] 1: Failed to download m3u8 information: HTTP Error 500: Internal';
    expect(readError(error, [warning], 'pinterest').code).toBe('upstream_error');
    expect(readError(error, [], 'pinterest').code).toBe('no_video');
  });

  it('lists the countries of a geo block, valid country codes only', () => {
    const message = 'The uploader has not made this video available in your country';
    const countries = ['DE', 'FR', '<b>', 'Germany', ...Array<string>(100).fill('XX')];
    const error = readError({ type: 'GeoRestrictedError', message, countries }, [], 'youtube');
    expect(error.params['countries']).toMatch(/^DE, FR, XX(?:, XX){27}$/u);
  });

  it('leaves addresses and line breaks out of the log', () => {
    const message = 'Unsupported URL: https://example.com/secret?x=1\nnext';
    const error = readError({ type: 'UnsupportedError', message }, [], 'youtube');
    expect(error.message).toBe('unsupported_url: UnsupportedError: Unsupported URL: … next');
  });
});

describe('readWarnings', () => {
  it.each([
    ['engine_limited', 'n challenge solving failed: Some formats may be missing. Ensure you have'],
    ['engine_limited', 'web client https formats require a GVS PO Token which was not provided'],
    ['engine_limited', 'YouTube may have enabled the SABR-only streaming experiment for the'],
    ['engine_limited', 'Only images are available for download. use --list-formats to see them'],
    ['private', 'Private video. Sign in if you’ve been granted access to this video'],
    ['geo_blocked', 'The uploader has not made this video available in your country'],
    ['rate_limited', 'Unable to download webpage: HTTP Error 429: Too Many Requests'],
    [undefined, 'Falling back on generic information'],
  ])('reads as %s: %s', (code, warning) => {
    expect(readWarnings(['[youtube] Something ordinary', warning])).toBe(code);
  });
});
