// The one thing to do about each failure.
import {
  type ErrorParams,
  type NextStep,
  VISITOR_ERRORS,
  type VisitorErrorCode,
} from '../../../../shared/errors.ts';

/**
 * Failures that the browser finds. `offline`: no answer came. `unreadable`: the answer was not one of this server's.
 * `cookies_off`: the browser keeps no cookies.
 */
const FOUND_HERE = { offline: 'again', unreadable: 'again', cookies_off: 'browser' } as const;

/** Why something failed. */
export type FailureCode = VisitorErrorCode | keyof typeof FOUND_HERE;

/** Whether a code is one that a download can end with; operators have others. */
export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(VISITOR_ERRORS, code) || Object.hasOwn(FOUND_HERE, code);
}

/** What to offer; `browser` asks for another browser. `waitSeconds` (≥ 1) is how long the server wants to be left alone first; null when it does not. */
export function nextStepOf(failure: { readonly code: FailureCode; readonly params: ErrorParams }): {
  step: NextStep | 'browser';
  waitSeconds: number | null;
} {
  const { code } = failure;
  const step =
    code in FOUND_HERE
      ? FOUND_HERE[code as keyof typeof FOUND_HERE]
      : VISITOR_ERRORS[code as VisitorErrorCode].next;
  const wait = Number(failure.params['retryAfterSeconds'] ?? 0);
  return { step, waitSeconds: step === 'again' && wait >= 1 ? Math.ceil(wait) : null };
}
