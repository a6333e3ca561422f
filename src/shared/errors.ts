// The closed lists of everything that can go wrong, for visitors and for operators, used by every room of the house.

/**
 * Every code a visitor can meet. A code is also the key of its words (`content/locales/<lang>/errors.json`),
 * of its HTTP status (`src/http/answers/errors.ts`) and of its entry in `docs/errors.md`.
 */
export const VISITOR_ERROR_CODES = [
  // The link or the request itself
  'invalid_url',
  'unsupported_url',
  'invalid_request',
  'not_found_page',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'cross_site',
  'too_many_requests',
  'proof_needed',
  'taken_down',
  // What the platform says about the item
  'not_found',
  'private',
  'members_only',
  'login_required',
  'age_restricted',
  'geo_blocked',
  'no_video',
  'live',
  'live_not_started',
  'drm',
  // What the platform does to this server
  'bot_check',
  'rate_limited',
  'blocked',
  'platform_paused',
  'platform_disabled',
  'platform_changed',
  'engine_limited',
  'upstream_error',
  'origin_unreachable',
  'blocked_target',
  'timeout',
  // The choice
  'choice_unavailable',
  'too_long',
  'too_large',
  // The work on a file
  'bad_media',
  'making_failed',
  'interrupted',
  'abandoned',
  // A download or its file
  'job_not_found',
  'too_many_jobs',
  'bad_range',
  // This server
  'server_full',
  'storage_failed',
  'engine_crashed',
  'engine_unavailable',
  'server_busy',
  'expired',
  'cancelled',
  'internal',
] as const;

/** Every code that only operators can meet; its words are in `content/locales/<lang>/later/operator-errors.json`. */
export const OPERATOR_ERROR_CODES = [
  'sign_in_incomplete',
  'sign_in_failed',
  'not_signed_in',
  'changed_meanwhile',
  'not_a_video',
  'engine_update_running',
] as const;

/** Both. */
export const ERROR_CODES = [...VISITOR_ERROR_CODES, ...OPERATOR_ERROR_CODES] as const;

/** One of {@link VISITOR_ERROR_CODES}. */
export type VisitorErrorCode = (typeof VISITOR_ERROR_CODES)[number];

/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Values that the words of an error may name: whole seconds, a platform's name, a country list. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** Stands in for the figures that a failure does not carry: for 0 every sentence has a form without a figure. */
export const UNKNOWN_FIGURES = {
  retryAfterSeconds: 0,
  minutes: 0,
  gigabytes: 0,
} as const satisfies ErrorParams;

/**
 * An expected failure. `message` is for logs and never shown; a visitor sees the words of `code`.
 * `params.retryAfterSeconds` (whole seconds, ≥ 1) is sent as `Retry-After` where it is present.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(
    code: ErrorCode,
    options: { params?: ErrorParams; cause?: unknown; detail?: string } = {},
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
  }
}

/** The code of any thrown value: its own when it is an {@link AppError}, else `internal`. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'internal';
}
