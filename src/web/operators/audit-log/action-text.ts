// The text of an audit log action; unknown actions of other releases keep their name.
import type { Words } from '../../words/words.tsx';

const ACTIONS = {
  sign_in: 'audit-log.signIn',
  sign_in_failed: 'audit-log.signInFailed',
  sign_out: 'audit-log.signOut',
  sign_out_everywhere: 'audit-log.signOutEverywhere',
  admin_added: 'audit-log.adminAdded',
  admin_removed: 'audit-log.adminRemoved',
  password_reset: 'audit-log.passwordReset',
  trending_added: 'audit-log.trendingAdded',
  trending_changed: 'audit-log.trendingChanged',
  trending_deleted: 'audit-log.trendingDeleted',
  trending_restored: 'audit-log.trendingRestored',
  trending_ordered: 'audit-log.trendingOrdered',
  backup_made: 'audit-log.backupMade',
  backup_restored: 'audit-log.backupRestored',
  platform_switched: 'audit-log.platformSwitched',
  youtube_notice_set: 'audit-log.youtubeNoticeSet',
  canaries_set: 'audit-log.canariesSet',
  job_cancelled: 'audit-log.jobCancelled',
  takedown_decided: 'audit-log.takedownDecided',
  block_added: 'audit-log.blockAdded',
  block_removed: 'audit-log.blockRemoved',
  engine_checked: 'audit-log.engineChecked',
  engine_update_started: 'audit-log.engineUpdateStarted',
  engine_rollback_started: 'audit-log.engineRollbackStarted',
  engine_pinned: 'audit-log.enginePinned',
  setup_set: 'audit-log.setupSet',
  setup_rollback_started: 'audit-log.setupRollbackStarted',
  key_made: 'audit-log.keyMade',
  key_revoked: 'audit-log.keyRevoked',
} as const;

/** Returns the text of an action. */
export function actionText(action: string, { t }: Pick<Words, 't'>): string {
  return isKnown(action) ? t(ACTIONS[action]) : action;
}

function isKnown(action: string): action is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, action);
}
