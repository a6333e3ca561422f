// Ports of takedowns: the store of notices.
import type { Block } from '../blocks/ports.ts';
import type { CounterNotice, Notice, TakedownState, TakedownStep } from './takedown.ts';

/** A change to a notice, written in one transaction. */
export type NoticeChange = Pick<Notice, 'state' | 'waitingUntil' | 'closedAt'> & {
  readonly links?: Notice['links'];
  readonly step: TakedownStep;
  /** A counter-notice, with the hash of the token that gives its sender access to the case. */
  readonly counter?: { readonly notice: CounterNotice; readonly tokenHash: string };
  /** The outcome of all open counter-notices. */
  readonly outcome?: 'restored' | 'kept';
  readonly blocks?: readonly Block[];
  /** The subjects to unblock, or everything that the notice blocked. */
  readonly unblock?: readonly string[] | 'all';
};

/** The store of notices. */
export type Takedowns = {
  readonly add: (notice: Notice, tokenHash: string) => Promise<void>;
  /** Newest first; `open` are those that wait for an operator, null is all. */
  readonly list: (
    state: TakedownState | 'open' | null,
    limit: number,
  ) => Promise<readonly Notice[]>;
  readonly countOpen: () => Promise<number>;
  readonly get: (id: string) => Promise<Notice | null>;
  /** Finds a notice by the hash of either side's token. */
  readonly findByToken: (tokenHash: string) => Promise<Notice | null>;
  /** Oldest first. */
  readonly steps: (id: string) => Promise<readonly TakedownStep[]>;
  /** Oldest first. */
  readonly counters: (id: string) => Promise<readonly CounterNotice[]>;
  /** Changes a notice if it has this version; returns whether it had. */
  readonly change: (id: string, version: number, change: NoticeChange) => Promise<boolean>;
  /** Removes notices that were closed before a time, with their steps and counter-notices; returns how many. */
  readonly forgetClosed: (beforeMs: number) => Promise<number>;
  /** The number of steps to each state, by UTC day (epoch milliseconds). */
  readonly stepsPerDay: () => Promise<
    readonly { readonly day: number; readonly state: TakedownState; readonly count: number }[]
  >;
};
