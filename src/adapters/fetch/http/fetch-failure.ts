// The kinds of trouble that a request can end in, and what each failure is; patience.ts decides what comes of it.
import { AppError } from '../../../shared/errors.ts';

/** What to do about it: `final` nothing, the others what their sentence says. */
export type FetchFailureKind =
  /** Ends the part. */
  | 'final'
  /** No connection came about: three tries. */
  | 'unreachable'
  /** The answer broke off, stalled or made no sense: go on from the last byte. */
  | 'broken'
  /** The origin has trouble of its own: three tries. */
  | 'server'
  /** The origin wants fewer requests: fewer connections, and a wait. */
  | 'busy'
  /** The address is no longer good: a fresh one. */
  | 'stale'
  /** A whole file instead of the range. */
  | 'ignored'
  /** Another file than before: from zero, once. */
  | 'changed';

/** Why a request did not bring what was asked. `error` is thrown when patience ends. */
export type FetchFailure = {
  readonly kind: FetchFailureKind;
  readonly error: unknown;
  readonly retryAfterMs: number | null;
};

/** Trouble of a kind. */
export function fetchFailure(
  kind: FetchFailureKind,
  error: unknown,
  retryAfterMs: number | null = null,
): FetchFailure {
  return { kind, error, retryAfterMs };
}

/** An answer that makes no sense or stopped too early. */
export function brokenResponse(detail: string): FetchFailure {
  return fetchFailure('broken', new AppError('upstream_error', { detail }));
}

/** What cannot be kept, however often it is asked for. */
export function notMedia(detail: string): FetchFailure {
  return fetchFailure('final', new AppError('bad_media', { detail }));
}

const RETRIED: ReadonlySet<string> = new Set(['origin_unreachable', 'timeout', 'upstream_error']);
const CERTIFICATE = /^(CERT_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;
const UNKNOWN_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);

/** What a request that failed by itself has run into. `hadConnection` tells whether it got as far as to be sent. */
export function classifyFailure(error: unknown, hadConnection: boolean): FetchFailure {
  if (!(error instanceof AppError)) return fetchFailure('final', error);
  // Idle connections to other hosts fill the lane until they end by themselves.
  if (error.code === 'server_busy') return fetchFailure('busy', error);
  if (!RETRIED.has(error.code)) return fetchFailure('final', error);
  if (hadConnection) return fetchFailure('broken', error);
  return fetchFailure(isFinal(error) ? 'final' : 'unreachable', error);
}

/** A name that is not known, a certificate that is not trusted, and a proxy that has tried will be no better next time. */
function isFinal({ cause, code }: AppError): boolean {
  if (cause === undefined) return code === 'origin_unreachable';
  const word = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? '') : '';
  return CERTIFICATE.test(word) || UNKNOWN_NAME.has(word);
}
