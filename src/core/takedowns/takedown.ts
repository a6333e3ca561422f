// What a notice, a counter-notice and a block are, and which step may follow which; used by everything about takedowns.
import type { TAKEDOWN_DECISIONS, TAKEDOWN_STATES } from '../../shared/takedown.ts';

/** One of {@link TAKEDOWN_STATES}. */
export type TakedownState = (typeof TAKEDOWN_STATES)[number];
/** One of {@link TAKEDOWN_DECISIONS}. */
export type TakedownDecision = (typeof TAKEDOWN_DECISIONS)[number];

/** A link of a notice: rebuilt, and what it leads to (`platform:id`, `trending:id`) as far as that is known yet. */
export type NoticeLink = { readonly address: string; readonly subject: string | null };

/** What a notice says, in its sender's words; null is what its kind does not ask for or what was left out. */
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

/** A notice as it is kept. Times are epoch milliseconds; `version` counts its changes from 1 on. */
export type Notice = NoticeContent & {
  readonly id: string;
  readonly state: TakedownState;
  readonly links: readonly NoticeLink[];
  readonly receivedAt: number;
  /** In `counter_notice`: when its sender may expect what was taken down to be put back. */
  readonly waitingUntil: number | null;
  /** When it was decided last; null while it waits for an operator. */
  readonly closedAt: number | null;
  readonly version: number;
};

/** What whoever objects says. */
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

/** One step of a notice. `admin` is null for what came from outside, `reason` for what needs none. */
export type TakedownStep = {
  readonly state: TakedownState;
  readonly at: number;
  readonly admin: string | null;
  readonly reason: string | null;
};
/** How long a counter-notice waits, in days that are neither Saturday nor Sunday: 17 U.S.C. 512(g)(2)(C) says 10 to 14. */
export const WAITING_BUSINESS_DAYS = 10;

const DAY_MS = 24 * 3_600_000;

const NEXT: Readonly<Record<TakedownState, readonly TakedownDecision[]>> = {
  received: ['accept', 'refuse'],
  // An acceptance that was a mistake is mended without anybody having to object.
  accepted: ['restore'],
  refused: [],
  counter_notice: ['restore', 'keep'],
  restored: [],
  kept: [],
};

/** The state that a decision leads to. */
export const STATE_AFTER: Readonly<Record<TakedownDecision, TakedownState>> = {
  accept: 'accepted',
  refuse: 'refused',
  restore: 'restored',
  keep: 'kept',
};

/** What operators may decide in a state. */
export function decisionsIn(state: TakedownState): readonly TakedownDecision[] {
  return NEXT[state];
}

/** Whether anything of a notice may still be taken down, so that somebody may object. */
export function isInForce(state: TakedownState): boolean {
  return state !== 'received' && state !== 'refused';
}

/** The same time of day after so many days that are neither Saturday nor Sunday (UTC); epoch milliseconds. */
export function afterBusinessDays(fromMs: number, days: number): number {
  let at = fromMs;
  for (let left = days; left > 0; ) {
    at += DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}
