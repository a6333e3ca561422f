// The cause of each error code, and so which failures say something about a platform's state.
import type { ErrorCode } from '../../shared/errors.ts';

/**
 * The cause of a failure. `platform`: it refuses, does not respond, or responds in an unknown way. `server`: this server. Only
 * these two count as failures. `item`: the post itself is unavailable, for every client. `visitor`: the request was wrong, or
 * the visitor left. `operator`: a switch.
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
  // Most often a single post. A login wall before all posts cannot be distinguished, and goes unnoticed.
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

/** Whether an attempt with this outcome counts as a failure of the platform or of this server. */
export function countsAsFailure(code: ErrorCode): boolean {
  return BLAME[code] === 'platform' || BLAME[code] === 'server';
}
