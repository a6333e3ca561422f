// The one thing to do about each failure.
import type { ErrorParams, VisitorErrorCode } from '../../../../shared/errors.ts';

/**
 * Why something failed. `offline`: no answer came. `unreadable`: the answer was not one of this server's. `cookies_off`: the
 * browser keeps no cookies.
 */
export type FailureCode = VisitorErrorCode | 'offline' | 'unreadable' | 'cookies_off';

/**
 * `again` repeats what failed, `edit` goes back to the link, `choose` to the choices, `another` to an empty box,
 * `browser` asks for another browser.
 */
export type NextStep = 'again' | 'edit' | 'choose' | 'another' | 'browser';

const NEXT_STEP: Readonly<Record<FailureCode, NextStep>> = {
  invalid_url: 'edit',
  unsupported_url: 'edit',
  invalid_request: 'edit',
  not_found_page: 'again',
  method_not_allowed: 'again',
  body_too_large: 'edit',
  unsupported_media_type: 'again',
  cross_site: 'again',
  too_many_requests: 'again',
  proof_needed: 'again',
  taken_down: 'another',
  not_found: 'edit',
  private: 'another',
  members_only: 'another',
  login_required: 'another',
  age_restricted: 'another',
  geo_blocked: 'another',
  no_video: 'edit',
  live: 'another',
  live_not_started: 'another',
  drm: 'another',
  bot_check: 'again',
  rate_limited: 'again',
  blocked: 'again',
  platform_paused: 'again',
  platform_disabled: 'another',
  platform_changed: 'another',
  engine_limited: 'again',
  upstream_error: 'again',
  origin_unreachable: 'again',
  blocked_target: 'edit',
  timeout: 'again',
  choice_unavailable: 'choose',
  too_long: 'another',
  too_large: 'choose',
  bad_media: 'choose',
  making_failed: 'choose',
  interrupted: 'again',
  abandoned: 'again',
  job_not_found: 'again',
  too_many_jobs: 'again',
  bad_range: 'again',
  server_full: 'again',
  storage_failed: 'again',
  engine_crashed: 'again',
  engine_unavailable: 'again',
  server_busy: 'again',
  expired: 'again',
  cancelled: 'again',
  internal: 'again',
  offline: 'again',
  unreadable: 'again',
  cookies_off: 'browser',
};

/** Whether a code is one that a download can end with; operators have others. */
export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(NEXT_STEP, code);
}

/** What to offer. `waitSeconds` (≥ 1) is how long the server wants to be left alone first; null when it does not. */
export function nextStepOf(failure: { readonly code: FailureCode; readonly params: ErrorParams }): {
  step: NextStep;
  waitSeconds: number | null;
} {
  const step = NEXT_STEP[failure.code];
  const wait = Number(failure.params['retryAfterSeconds'] ?? 0);
  return { step, waitSeconds: step === 'again' && wait >= 1 ? Math.ceil(wait) : null };
}
