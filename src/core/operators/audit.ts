// What operators do is written down: who, when, what, on what. Never a password, a visitor's link or an address of anybody.

/** Everything that is written down. */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'sign_out_everywhere',
  'admin_added',
  'admin_removed',
  'password_reset',
  'trending_added',
  'trending_changed',
  'trending_deleted',
  'trending_restored',
  'takedown_decided',
  'block_added',
  'block_removed',
  'trending_ordered',
  'backup_made',
  'backup_restored',
  'platform_switched',
  'youtube_notice_set',
  'canaries_set',
  'job_cancelled',
  'engine_checked',
  'engine_update_started',
  'engine_rollback_started',
  'engine_pinned',
] as const;

/** One thing that was done. `admin` is the operator's address, or null for the command line and for whoever failed to sign in. */
export type AuditEntry = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly admin: string | null;
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** The id of what it was done to. */
  readonly subject: string | null;
  /** Names and new values, as far as they are the operator's own words. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};
