// The sentence for an attempt to sign in that failed.
import { RequestError } from '../../browser/request.ts';
import type { Words } from '../../words/words.tsx';

/** By the status of the answer; whatever was no answer is unexpected. */
export function signInText(error: unknown, t: Words['t']): string {
  if (!(error instanceof RequestError)) return t('operators.loginUnexpected');
  const { status } = error;
  if (error.answer?.code === 'proof_needed') return t('operators.loginTooMany');
  if (status === 401) return t('operators.loginWrong');
  if (status === 400) return t('operators.loginIncomplete');
  if (status === 429) return t('operators.loginTooMany');
  if (status >= 500) return t('operators.loginServerError');
  return t('operators.loginFailed');
}

/** After how many whole seconds the server takes the next attempt; null where it did not say so. */
export function waitSecondsOf(error: unknown): number | null {
  if (!(error instanceof RequestError)) return null;
  const seconds = error.answer?.params?.['retryAfterSeconds'];
  return typeof seconds === 'number' ? seconds : null;
}
