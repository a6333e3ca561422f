// Maps the errors of undici and of sockets to error codes of this product; the only place that does.
import { AppError, type ErrorCode } from '../../shared/errors.ts';

const CODE_OF: Readonly<Record<string, ErrorCode>> = {
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'upstream_error',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'upstream_error',
  UND_ERR_INVALID_ARG: 'upstream_error',
};

/** The AppError behind a failure: its own, or one made from its `code`; `origin_unreachable` without any. */
export function readNetworkError(error: unknown): AppError {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof AppError) return inner;
  }
  const { name, code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  // The parser's errors usually carry its code (HPE_…), but not always: the origin does not speak HTTP.
  const known = name === 'HTTPParserError' ? 'upstream_error' : CODE_OF[code];
  return new AppError(known ?? 'origin_unreachable', { cause: error, detail: code });
}
