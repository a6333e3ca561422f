// The states, decisions and limits of takedown notices, for forms, server and store.

/** The states of a notice. `counter_notice` waits for an operator again; the others after `received` are decisions. */
export const TAKEDOWN_STATES = [
  'received',
  'accepted',
  'refused',
  'counter_notice',
  'restored',
  'kept',
] as const;

/** What operators may decide: `accept` or `refuse` a notice that was received, `restore` or `keep` once it was accepted. */
export const TAKEDOWN_DECISIONS = ['accept', 'refuse', 'restore', 'keep'] as const;

/** Maximum links per notice. */
export const MAX_NOTICE_LINKS = 20;
/** Longest name, signature or telephone number of a notice, in characters. */
export const MAX_NOTICE_LINE_LENGTH = 200;
/** Longest e-mail address of a notice, in characters. */
export const MAX_NOTICE_EMAIL_LENGTH = 254;
/** Longest postal address of a notice, in characters. */
export const MAX_NOTICE_ADDRESS_LENGTH = 500;
/** Longest description or reason of a notice, in characters. */
export const MAX_NOTICE_TEXT_LENGTH = 4000;
/** Longest reason of a decision or of an entry in the block list, in characters. */
export const MAX_DECISION_REASON_LENGTH = 1000;
