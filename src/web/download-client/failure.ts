// A failure as screens show it: an error code with its parameters, or a failed connection.
import type { ErrorAnswer } from '../../shared/api/answers.ts';
import type { ErrorParams } from '../../shared/errors.ts';
import { RequestError } from '../browser/request.ts';
import { type FailureCode, isFailureCode } from './next-step.ts';

/** A failure. `serverMessage` is for toasts; `ref` is the id in the server's log. */
export type Failure = {
  readonly code: FailureCode;
  readonly params: ErrorParams;
  readonly serverMessage: string | null;
  readonly ref: string | null;
};

/** Thrown instead of a request where cookies are refused: the cookie says whose a file is. */
export const COOKIES_OFF = new TypeError('cookies are refused');

/** Converts an error thrown by a request. */
export function failureOf(error: unknown): Failure {
  if (error === COOKIES_OFF) return failureWithoutAnswer('cookies_off');
  if (!(error instanceof RequestError)) return failureWithoutAnswer('offline');
  return error.answer ? failureFromServer(error.answer) : failureWithoutAnswer('unreadable');
}

/** Converts an error answer of the server. Codes that only operators can get become `unreadable`. */
export function failureFromServer(
  answer: Pick<ErrorAnswer, 'code' | 'params' | 'message'> & { readonly ref?: string },
): Failure {
  const { code, params = {}, message, ref = null } = answer;
  if (!isFailureCode(code)) return failureWithoutAnswer('unreadable');
  return { code, params, serverMessage: message || null, ref };
}

/** A failure without an error answer of the server. */
export function failureWithoutAnswer(code: FailureCode): Failure {
  return { code, params: {}, serverMessage: null, ref: null };
}
