// From an error to an answer: its status, its words, and nothing else of what happened inside.
import { randomBytes } from 'node:crypto';
import type { ErrorAnswer } from '../../shared/api.ts';
import { AppError, type ErrorCode, type ErrorParams } from '../../shared/errors.ts';
import { paramsOfValidation } from '../requests/named-field.ts';

/** The HTTP status of every code; a code without one does not compile. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_url: 400,
  unsupported_url: 422,
  invalid_request: 400,
  not_found_page: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  cross_site: 403,
  too_many_requests: 429,
  proof_needed: 400,
  taken_down: 451,
  not_found: 404,
  private: 403,
  members_only: 403,
  login_required: 403,
  age_restricted: 403,
  geo_blocked: 403,
  no_video: 422,
  live: 409,
  live_not_started: 409,
  drm: 403,
  bot_check: 503,
  rate_limited: 503,
  blocked: 502,
  platform_paused: 503,
  platform_disabled: 503,
  platform_changed: 502,
  engine_limited: 502,
  upstream_error: 502,
  origin_unreachable: 502,
  blocked_target: 422,
  timeout: 504,
  choice_unavailable: 422,
  too_long: 422,
  too_large: 422,
  bad_media: 502,
  making_failed: 500,
  interrupted: 503,
  abandoned: 410,
  job_not_found: 404,
  too_many_jobs: 429,
  bad_range: 416,
  sign_in_incomplete: 400,
  sign_in_failed: 401,
  not_signed_in: 401,
  changed_meanwhile: 412,
  not_a_video: 400,
  engine_update_running: 409,
  server_full: 503,
  storage_failed: 500,
  engine_crashed: 500,
  engine_unavailable: 503,
  server_busy: 503,
  expired: 410,
  cancelled: 409,
  internal: 500,
};

/** Gives a code's sentence in English with its params filled in. */
export type ErrorWords = (code: ErrorCode, params: ErrorParams) => string;

/** An answer to a failed request, ready to send. */
export type FailedAnswer = {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly body: ErrorAnswer;
};

/** Fastify's and Node's own refusals, by their code, in our words. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_VALIDATION: 'invalid_request',
  FST_ERR_BAD_URL: 'not_found_page',
  FST_STATIC_FORBIDDEN_PATH: 'not_found_page',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found_page',
};

/** Reads any thrown value as an AppError; what is not expected becomes `internal` with the original as its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new AppError(known, { cause: error, params: paramsOfValidation(error) });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', { cause: error });
  return new AppError('internal', { cause: error });
}

/** Makes the answer of a failure. */
export function failedAnswer(error: AppError, words: ErrorWords): FailedAnswer {
  const { code, params } = error;
  const retryAfter = params['retryAfterSeconds'];
  return {
    status: STATUS[code],
    retryAfterSeconds: typeof retryAfter === 'number' ? retryAfter : null,
    body: {
      success: false,
      code,
      message: words(code, params),
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ref: randomBytes(6).toString('hex'),
    },
  };
}
