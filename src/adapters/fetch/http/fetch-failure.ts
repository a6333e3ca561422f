// How a request for media can fail; retry-policy.ts decides what follows.
import { AppError } from '../../../shared/errors.ts';
import type { ResponseFacts } from './response-headers.ts';

/** What follows from a failure. `final` ends the part. */
export type FetchFailureKind =
  /** Ends the part. */
  | 'final'
  /** No connection was established: up to three attempts. */
  | 'unreachable'
  /** The response broke off, stalled or made no sense: resume from the last byte. */
  | 'broken'
  /** The origin sent another range than the one that was requested: request it again. */
  | 'misplaced'
  /** The origin failed: up to three attempts. */
  | 'server'
  /** The origin wants fewer requests: fewer connections, after a delay. */
  | 'busy'
  /** The address has expired: get a fresh one. */
  | 'stale'
  /** The origin sent the whole file instead of the range. */
  | 'ignored'
  /** The file is another one than before: start over, once. */
  | 'changed'
  /** The validators differ, the length does not: compare bytes. */
  | 'doubtful';

/** A failed request. `error` is thrown once its retries are exhausted; `facts` are those of a doubtful response. */
export type FetchFailure = {
  readonly kind: FetchFailureKind;
  readonly error: unknown;
  readonly retryAfterMs: number | null;
  readonly facts?: ResponseFacts;
};

/** Makes a failure of a kind. */
export function fetchFailure(
  kind: FetchFailureKind,
  error: unknown,
  retryAfterMs: number | null = null,
): FetchFailure {
  return { kind, error, retryAfterMs };
}

/** A response that makes no sense or ended early. */
export function brokenResponse(detail: string): FetchFailure {
  return fetchFailure('broken', new AppError('upstream_error', { detail }));
}

/** A response that is not the range that was requested. */
export function misplacedResponse(detail: string): FetchFailure {
  return fetchFailure('misplaced', new AppError('upstream_error', { detail }));
}

/** A response that no retry would improve. */
export function notMedia(detail: string): FetchFailure {
  return fetchFailure('final', new AppError('bad_media', { detail }));
}

const RETRIED: ReadonlySet<string> = new Set(['origin_unreachable', 'timeout', 'upstream_error']);
const CERTIFICATE = /^(CERT_|UNABLE_TO_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;
const UNKNOWN_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);

/** Classifies the error of a request. `hadConnection`: the request was sent. */
export function classifyFailure(error: unknown, hadConnection: boolean): FetchFailure {
  if (!(error instanceof AppError)) return fetchFailure('final', error);
  // Idle connections to other hosts use up the session until they time out.
  if (error.code === 'server_busy') return fetchFailure('busy', error);
  if (!RETRIED.has(error.code)) return fetchFailure('final', error);
  if (hadConnection) return fetchFailure('broken', error);
  return fetchFailure(isFinal(error) ? 'final' : 'unreachable', error);
}

/** An unknown name, an untrusted certificate and a proxy that has tried already will fail again. */
function isFinal({ cause, code }: AppError): boolean {
  if (cause === undefined) return code === 'origin_unreachable';
  const word = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? '') : '';
  return CERTIFICATE.test(word) || UNKNOWN_NAME.has(word);
}
