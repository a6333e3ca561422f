// The message for a failed sign-in.
import { RequestError } from '../../browser/request.ts';
import type { Words } from '../../words/words.tsx';

/** Returns the message for the status of the response; without a response a general one. */
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

/** Returns the whole seconds until the next attempt is allowed; null if the server did not send them. */
export function waitSecondsOf(error: unknown): number | null {
  if (!(error instanceof RequestError)) return null;
  const seconds = error.answer?.params?.['retryAfterSeconds'];
  return typeof seconds === 'number' ? seconds : null;
}
