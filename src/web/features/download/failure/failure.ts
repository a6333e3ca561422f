// What went wrong, as a screen needs it: a code with its values, or the plain fact that nobody answered.
import type { ErrorAnswer } from '../../../../shared/api.ts';
import type { ErrorParams } from '../../../../shared/errors.ts';
import { RequestError } from '../../../browser/request.ts';
import { type FailureCode, isFailureCode } from './next-step.ts';

/** A failure. `said` is the server's sentence, for toasts; `ref` is its id in the server's log. */
export type Failure = {
  readonly code: FailureCode;
  readonly params: ErrorParams;
  readonly said: string | null;
  readonly ref: string | null;
};

/** Reads whatever a request threw. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof RequestError)) return plainFailure('offline');
  return error.answer ? toldFailure(error.answer) : plainFailure('unreadable');
}

/** A failure as the server tells of it. What only operators can meet is none of ours. */
export function toldFailure(
  told: Pick<ErrorAnswer, 'code' | 'params' | 'message'> & { readonly ref?: string },
): Failure {
  const { code, params = {}, message, ref = null } = told;
  if (!isFailureCode(code)) return plainFailure('unreadable');
  return { code, params, said: message || null, ref };
}

/** A failure that no server told of. */
export function plainFailure(code: FailureCode): Failure {
  return { code, params: {}, said: null, ref: null };
}
