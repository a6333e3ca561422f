// Notices and counter-notices, their states, and the decisions that each state allows.
import type { TAKEDOWN_DECISIONS, TAKEDOWN_STATES } from '../../shared/takedown.ts';

/** One of {@link TAKEDOWN_STATES}. */
export type TakedownState = (typeof TAKEDOWN_STATES)[number];
/** One of {@link TAKEDOWN_DECISIONS}. */
export type TakedownDecision = (typeof TAKEDOWN_DECISIONS)[number];

/** A link of a notice, rebuilt, and its subject (`platform:id`, `trending:id`); null until a short link is followed. */
export type NoticeLink = { readonly address: string; readonly subject: string | null };

/** The fields of a notice as its sender filled them in; null if its kind does not have the field, or if it was left empty. */
export type NoticeContent = {
  readonly kind: 'copyright' | 'illegal';
  readonly offence: 'minors' | 'other' | null;
  readonly signature: string | null;
  readonly work: string | null;
  readonly reasons: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly phone: string | null;
};

/** A stored notice. Times are epoch milliseconds; `version` starts at 1 and grows with each change. */
export type Notice = NoticeContent & {
  readonly id: string;
  readonly state: TakedownState;
  readonly links: readonly NoticeLink[];
  readonly receivedAt: number;
  /** In state `counter_notice`: when the sender of the counter-notice may expect the content to be restored. */
  readonly waitingUntil: number | null;
  /** The time of the last decision; null while it waits for an operator. */
  readonly closedAt: number | null;
  readonly version: number;
};

/** The fields of a counter-notice. */
export type CounterContent = {
  readonly link: string;
  readonly signature: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly phone: string;
  readonly statement: string | null;
};

/** A counter-notice about one of a notice's subjects. `outcome` is null until it is decided. */
export type CounterNotice = CounterContent & {
  readonly id: string;
  readonly noticeId: string;
  readonly subject: string;
  readonly receivedAt: number;
  readonly outcome: 'restored' | 'kept' | null;
};

/** One step of a notice. `admin` is null for steps of the parties, `reason` for steps without one. */
export type TakedownStep = {
  readonly state: TakedownState;
  readonly at: number;
  readonly admin: string | null;
  readonly reason: string | null;
};
/** How long a counter-notice waits, in business days (Monday to Friday). 17 U.S.C. 512(g)(2)(C) requires 10 to 14. */
export const WAITING_BUSINESS_DAYS = 10;

const DAY_MS = 24 * 3_600_000;

const NEXT: Readonly<Record<TakedownState, readonly TakedownDecision[]>> = {
  received: ['accept', 'refuse'],
  // A mistaken acceptance can be reversed without a counter-notice.
  accepted: ['restore'],
  refused: [],
  counter_notice: ['restore', 'keep'],
  restored: [],
  kept: [],
};

export const STATE_AFTER: Readonly<Record<TakedownDecision, TakedownState>> = {
  accept: 'accepted',
  refuse: 'refused',
  restore: 'restored',
  keep: 'kept',
};

/** The decisions that a state allows. */
export function decisionsIn(state: TakedownState): readonly TakedownDecision[] {
  return NEXT[state];
}

/** Whether subjects of a notice may be blocked, so that a counter-notice is possible. */
export function isInForce(state: TakedownState): boolean {
  return state !== 'received' && state !== 'refused';
}

/** The same time of day after `days` business days (Monday to Friday, UTC); epoch milliseconds. */
export function afterBusinessDays(fromMs: number, days: number): number {
  let at = fromMs;
  for (let left = days; left > 0; ) {
    at += DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}
