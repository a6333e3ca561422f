// The closed list of expected errors, for visitors and for operators: one row per code, and the only place for its facts.

/**
 * Who or what causes an error. `platform`: it refuses, does not respond, or responds in an unknown way. `server`: this server.
 * Only these two count as failures. `item`: the post itself is unavailable, for every client. `visitor`: the request was wrong,
 * or the visitor left. `operator`: a switch.
 */
export type ErrorCause = 'platform' | 'server' | 'item' | 'visitor' | 'operator';

/**
 * What a visitor can do. `again` repeats what failed, `edit` goes back to the link, `choose` to the choices, `another` to an
 * empty box.
 */
export type NextStep = 'again' | 'edit' | 'choose' | 'another';

/** The facts about one code. `refusesServer`: the platform refuses this server's address, whatever the item. */
type ErrorFacts = {
  readonly status: number;
  readonly cause: ErrorCause;
  readonly next: NextStep | null;
  readonly refusesServer?: true;
};

/**
 * Every code a visitor can get. A code is also the key of its message (`errors` in `content/locales/<lang>/first.json`) and of its
 * row in `docs/errors.md`.
 */
export const VISITOR_ERRORS = {
  // The link or the request itself
  invalid_url: { status: 400, cause: 'visitor', next: 'edit' },
  unsupported_url: { status: 422, cause: 'visitor', next: 'edit' },
  invalid_request: { status: 400, cause: 'visitor', next: 'edit' },
  not_found_page: { status: 404, cause: 'visitor', next: 'again' },
  method_not_allowed: { status: 405, cause: 'visitor', next: 'again' },
  body_too_large: { status: 413, cause: 'visitor', next: 'edit' },
  unsupported_media_type: { status: 415, cause: 'visitor', next: 'again' },
  cross_site: { status: 403, cause: 'visitor', next: 'again' },
  too_many_requests: { status: 429, cause: 'visitor', next: 'again' },
  proof_needed: { status: 400, cause: 'visitor', next: 'again' },
  taken_down: { status: 451, cause: 'operator', next: 'another' },
  // What the platform says about the item
  not_found: { status: 404, cause: 'item', next: 'edit' },
  private: { status: 403, cause: 'item', next: 'another' },
  members_only: { status: 403, cause: 'item', next: 'another' },
  // Most often a single post. A login wall before all posts cannot be distinguished, and goes unnoticed.
  login_required: { status: 403, cause: 'item', next: 'another' },
  age_restricted: { status: 403, cause: 'item', next: 'another' },
  geo_blocked: { status: 403, cause: 'item', next: 'another' },
  no_video: { status: 422, cause: 'item', next: 'edit' },
  live: { status: 409, cause: 'item', next: 'another' },
  live_not_started: { status: 409, cause: 'item', next: 'another' },
  drm: { status: 403, cause: 'item', next: 'another' },
  // What the platform does to this server
  bot_check: { status: 503, cause: 'platform', next: 'again', refusesServer: true },
  rate_limited: { status: 503, cause: 'platform', next: 'again', refusesServer: true },
  blocked: { status: 502, cause: 'platform', next: 'again' },
  platform_paused: { status: 503, cause: 'platform', next: 'again' },
  platform_disabled: { status: 503, cause: 'operator', next: 'another' },
  platform_changed: { status: 502, cause: 'platform', next: 'another' },
  engine_limited: { status: 502, cause: 'server', next: 'again' },
  upstream_error: { status: 502, cause: 'platform', next: 'again' },
  origin_unreachable: { status: 502, cause: 'platform', next: 'again' },
  blocked_target: { status: 422, cause: 'visitor', next: 'edit' },
  timeout: { status: 504, cause: 'platform', next: 'again' },
  // The choice
  choice_unavailable: { status: 422, cause: 'visitor', next: 'choose' },
  too_long: { status: 422, cause: 'visitor', next: 'another' },
  too_large: { status: 422, cause: 'visitor', next: 'choose' },
  too_much_work: { status: 422, cause: 'visitor', next: 'choose' },
  no_sound: { status: 422, cause: 'item', next: 'choose' },
  // The work on a file
  bad_media: { status: 502, cause: 'platform', next: 'choose' },
  making_failed: { status: 500, cause: 'server', next: 'choose' },
  interrupted: { status: 503, cause: 'server', next: 'again' },
  abandoned: { status: 410, cause: 'visitor', next: 'again' },
  // A download or its file
  job_not_found: { status: 404, cause: 'visitor', next: 'again' },
  too_many_jobs: { status: 429, cause: 'visitor', next: 'again' },
  bad_range: { status: 416, cause: 'visitor', next: 'again' },
  // This server
  server_full: { status: 503, cause: 'server', next: 'again' },
  storage_failed: { status: 500, cause: 'server', next: 'again' },
  engine_crashed: { status: 500, cause: 'server', next: 'again' },
  engine_unavailable: { status: 503, cause: 'server', next: 'again' },
  server_busy: { status: 503, cause: 'server', next: 'again' },
  expired: { status: 410, cause: 'visitor', next: 'again' },
  cancelled: { status: 409, cause: 'visitor', next: 'again' },
  internal: { status: 500, cause: 'server', next: 'again' },
} as const satisfies Record<string, ErrorFacts & { readonly next: NextStep }>;

/** Every code that only trimming and converting can end with; its message is in `convert` of `later.json`. */
export const EDIT_ERRORS = {
  no_picture: { status: 422, cause: 'visitor', next: null },
  too_small_to_fit: { status: 422, cause: 'visitor', next: null },
  not_media: { status: 415, cause: 'visitor', next: null },
  damaged_file: { status: 422, cause: 'visitor', next: null },
} as const satisfies Record<string, ErrorFacts>;

/** Every code that only lists can end with; its message is in `lists` of `later.json`. */
export const LIST_ERRORS = {
  not_a_list: { status: 422, cause: 'visitor', next: null },
} as const satisfies Record<string, ErrorFacts>;

/** Every code that only requests with a key can get; its message is in `keys` of `later.json`. */
export const KEY_ERRORS = {
  key_missing: { status: 401, cause: 'visitor', next: null },
  key_unknown: { status: 401, cause: 'visitor', next: null },
  key_not_allowed: { status: 403, cause: 'visitor', next: null },
  key_in_address: { status: 400, cause: 'visitor', next: null },
} as const satisfies Record<string, ErrorFacts>;

/** Every code that only operators can get; its message is in `operator-errors` of `later.json`. */
export const OPERATOR_ERRORS = {
  sign_in_incomplete: { status: 400, cause: 'visitor', next: null },
  sign_in_failed: { status: 401, cause: 'visitor', next: null },
  not_signed_in: { status: 401, cause: 'visitor', next: null },
  changed_meanwhile: { status: 412, cause: 'visitor', next: null },
  not_a_video: { status: 400, cause: 'visitor', next: null },
  engine_update_running: { status: 409, cause: 'visitor', next: null },
} as const satisfies Record<string, ErrorFacts>;

/** One of {@link VISITOR_ERRORS}. */
export type VisitorErrorCode = keyof typeof VISITOR_ERRORS;

/** One of {@link EDIT_ERRORS}. */
export type EditErrorCode = keyof typeof EDIT_ERRORS;

/** A code of any list. */
export type ErrorCode =
  | VisitorErrorCode
  | EditErrorCode
  | keyof typeof LIST_ERRORS
  | keyof typeof KEY_ERRORS
  | keyof typeof OPERATOR_ERRORS;

/** The rows of all lists. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorFacts>> = {
  ...VISITOR_ERRORS,
  ...EDIT_ERRORS,
  ...LIST_ERRORS,
  ...KEY_ERRORS,
  ...OPERATOR_ERRORS,
};

/** All error codes. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Values that the message of an error may contain: whole seconds, a platform's name, a country list. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** Stands in for the figures that a failure does not carry: for 0 every sentence has a form without a figure. */
export const UNKNOWN_FIGURES = {
  retryAfterSeconds: 0,
  minutes: 0,
  gigabytes: 0,
} as const satisfies ErrorParams;

/**
 * An expected failure. `message` is for logs and never shown; a visitor sees the message of `code`.
 * `params.retryAfterSeconds` (whole seconds, ≥ 1) is sent as `Retry-After` where it is present.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** The reference under which it is in the log already. */
  readonly ref: string | undefined;

  constructor(
    code: ErrorCode,
    options: { params?: ErrorParams; cause?: unknown; detail?: string; ref?: string } = {},
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
    this.ref = options.ref;
  }
}

/** The code of any thrown value: its own when it is an {@link AppError}, else `internal`. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'internal';
}
