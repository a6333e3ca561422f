// The audit log's entries: who did what to what, and when. Never a password, a visitor's link or a network address.

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
  'setup_set',
  'setup_rollback_started',
  'key_made',
  'key_revoked',
] as const;

/** One action. `admin` is the operator's email address, or null for the command line and for failed sign-ins. */
export type AuditEntry = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly admin: string | null;
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** The id of the object of the action. */
  readonly subject: string | null;
  /** Names and new values, as far as the operator entered them. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};
