// Maps errors to responses: the status and the message, without internal details.
import { createHash, randomBytes } from 'node:crypto';
import type { ErrorAnswer } from '../../shared/api/answers.ts';
import { AppError, ERRORS, type ErrorCode, type ErrorParams } from '../../shared/errors.ts';
import { paramsOfValidation } from '../requests/named-field.ts';

/** Returns the English message of an error code with its params filled in. */
export type ErrorWords = (code: ErrorCode, params: ErrorParams) => string;

/** The response to a failed request. */
export type FailedAnswer = {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly body: ErrorAnswer;
};

const REF_BYTES = 6;

/** Error codes of Fastify and Node, mapped to the application's own. */
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

/** Converts any thrown value to an AppError; unexpected ones become `internal` with the original as the cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new AppError(known, { cause: error, params: paramsOfValidation(error) });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', { cause: error });
  return new AppError('internal', { cause: error });
}

/** Builds the response to a failure. */
export function failedAnswer(error: AppError, words: ErrorWords): FailedAnswer {
  const { code, params } = error;
  const retryAfter = params['retryAfterSeconds'];
  return {
    status: ERRORS[code].status,
    retryAfterSeconds: typeof retryAfter === 'number' ? retryAfter : null,
    body: {
      success: false,
      code,
      message: words(code, params),
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ref: error.ref ?? randomBytes(REF_BYTES).toString('hex'),
    },
  };
}

/** The reference of a download's failure: the same in the log and in every answer about it. */
export function refOfDownload(id: string): string {
  return createHash('sha256')
    .update(id)
    .digest('hex')
    .slice(0, 2 * REF_BYTES);
}
