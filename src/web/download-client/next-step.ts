// The next step for each failure.
import {
  ERRORS,
  type ErrorParams,
  type NextStep,
  VISITOR_ERRORS,
  type VisitorErrorCode,
} from '../../shared/errors.ts';

/**
 * Failures that the browser finds. `offline`: no answer came. `unreadable`: the answer was not one of this server's.
 * `cookies_off`: the browser keeps no cookies.
 */
const FOUND_HERE = { offline: 'again', unreadable: 'again', cookies_off: 'browser' } as const;

/** Why something failed. */
export type FailureCode = VisitorErrorCode | keyof typeof FOUND_HERE;

/** Returns whether visitors can get this code; others are for operators. */
export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(VISITOR_ERRORS, code) || Object.hasOwn(FOUND_HERE, code);
}

/** How long a platform that refuses this server is left alone, where it does not say how long itself. */
const REFUSED_WAIT_SECONDS = 30;

/** Returns the step to offer; `browser` suggests another browser. `waitSeconds` (≥ 1) is the time to wait before a retry; null if none is needed. */
export function nextStepOf(failure: { readonly code: FailureCode; readonly params: ErrorParams }): {
  step: NextStep | 'browser';
  waitSeconds: number | null;
} {
  const { code } = failure;
  const step =
    code in FOUND_HERE
      ? FOUND_HERE[code as keyof typeof FOUND_HERE]
      : VISITOR_ERRORS[code as VisitorErrorCode].next;
  const isRefused =
    !(code in FOUND_HERE) && ERRORS[code as VisitorErrorCode].refusesServer === true;
  const wait = Number(
    failure.params['retryAfterSeconds'] ?? (isRefused ? REFUSED_WAIT_SECONDS : 0),
  );
  return { step, waitSeconds: step === 'again' && wait >= 1 ? Math.ceil(wait) : null };
}
