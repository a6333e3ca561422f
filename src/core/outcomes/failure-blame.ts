// Which failures say something about a platform's state: one word for each code.
import type { ErrorCode } from '../../shared/errors.ts';

/**
 * Whose doing a failure is. `platform` refuses or does not answer, or is no longer understood; `server` is ours. These
 * two count. `item` is what the platform says about that one post, to everybody; `visitor` is what was asked for, or
 * that nobody waited; `operator` is a switch. They would happen on the best of days.
 */
type Blame = 'platform' | 'server' | 'item' | 'visitor' | 'operator';

const BLAME: Readonly<Record<ErrorCode, Blame>> = {
  // The link or the request itself
  invalid_url: 'visitor',
  unsupported_url: 'visitor',
  invalid_request: 'visitor',
  not_found_page: 'visitor',
  method_not_allowed: 'visitor',
  body_too_large: 'visitor',
  unsupported_media_type: 'visitor',
  cross_site: 'visitor',
  too_many_requests: 'visitor',
  proof_needed: 'visitor',
  taken_down: 'operator',
  // What the platform says about the item
  not_found: 'item',
  private: 'item',
  members_only: 'item',
  // Most often it is that one post. A wall before all posts looks the same from here and goes unnoticed.
  login_required: 'item',
  age_restricted: 'item',
  geo_blocked: 'item',
  no_video: 'item',
  live: 'item',
  live_not_started: 'item',
  drm: 'item',
  blocked_target: 'item',
  // What the platform does to this server
  bot_check: 'platform',
  rate_limited: 'platform',
  blocked: 'platform',
  platform_paused: 'platform',
  platform_changed: 'platform',
  upstream_error: 'platform',
  origin_unreachable: 'platform',
  timeout: 'platform',
  bad_media: 'platform',
  platform_disabled: 'operator',
  // The choice
  choice_unavailable: 'visitor',
  too_long: 'visitor',
  too_large: 'visitor',
  // A download or its file
  abandoned: 'visitor',
  cancelled: 'visitor',
  job_not_found: 'visitor',
  too_many_jobs: 'visitor',
  bad_range: 'visitor',
  expired: 'visitor',
  // This server
  engine_limited: 'server',
  engine_crashed: 'server',
  engine_unavailable: 'server',
  making_failed: 'server',
  interrupted: 'server',
  sign_in_incomplete: 'visitor',
  sign_in_failed: 'visitor',
  not_signed_in: 'visitor',
  changed_meanwhile: 'visitor',
  not_a_video: 'visitor',
  engine_update_running: 'visitor',
  server_full: 'server',
  server_busy: 'server',
  storage_failed: 'server',
  internal: 'server',
};

/** Whether an attempt that ended like this counts as a failure of the platform or of this server. */
export function countsAsFailure(code: ErrorCode): boolean {
  return BLAME[code] === 'platform' || BLAME[code] === 'server';
}
