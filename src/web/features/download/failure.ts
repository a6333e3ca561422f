// What went wrong, as a screen needs it: a code with its values, or the plain fact that nobody answered.
import type { ErrorCode, ErrorParams } from '../../../shared/errors.ts';
import { RequestError } from '../../request.ts';

/**
 * A failure. `said` is the server's sentence, for toasts; `ref` names it in the server's log. `offline` means that no
 * answer came, `unreadable` that the answer was none of ours, `cookies_off` that the browser keeps no cookie.
 */
export type Failure = {
  readonly code: ErrorCode | 'offline' | 'unreadable' | 'cookies_off';
  readonly params: ErrorParams;
  readonly said: string | null;
  readonly ref: string | null;
};

/** Reads whatever a request threw. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof RequestError)) return plainFailure('offline');
  const { answer } = error;
  if (!answer) return plainFailure('unreadable');
  const { code, params = {}, message, ref } = answer;
  return { code, params, said: message, ref: ref ?? null };
}

/** A failure that no server told of. */
export function plainFailure(code: Failure['code']): Failure {
  return { code, params: {}, said: null, ref: null };
}
