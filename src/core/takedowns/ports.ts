// The doors in core's walls for takedowns: notices, the block list, and the small work that keeps robots away.

import type { Block } from '../blocks/ports.ts';
import type { CounterNotice, Notice, TakedownState, TakedownStep } from './takedown.ts';

/** One change of a notice: all of it is written, or nothing. */
export type NoticeChange = Pick<Notice, 'state' | 'waitingUntil' | 'closedAt'> & {
  readonly links?: Notice['links'];
  readonly step: TakedownStep;
  /** An objection, with the hash of the token that shows its sender the case. */
  readonly counter?: { readonly notice: CounterNotice; readonly tokenHash: string };
  /** What became of all objections that waited. */
  readonly outcome?: 'restored' | 'kept';
  readonly blocks?: readonly Block[];
  /** The videos of this notice that are blocked no more, or everything that it ever blocked. */
  readonly unblock?: readonly string[] | 'all';
};

/** The notices. */
export type Takedowns = {
  readonly add: (notice: Notice, tokenHash: string) => Promise<void>;
  /** The newest first; `open` is what waits for an operator, null is all. */
  readonly list: (
    state: TakedownState | 'open' | null,
    limit: number,
  ) => Promise<readonly Notice[]>;
  readonly countOpen: () => Promise<number>;
  readonly get: (id: string) => Promise<Notice | null>;
  /** By the hash of the token of either side. */
  readonly findByToken: (tokenHash: string) => Promise<Notice | null>;
  /** The oldest first. */
  readonly steps: (id: string) => Promise<readonly TakedownStep[]>;
  /** The oldest first. */
  readonly counters: (id: string) => Promise<readonly CounterNotice[]>;
  /** Changes a notice while it has this version; answers whether it had. */
  readonly change: (id: string, version: number, change: NoticeChange) => Promise<boolean>;
  /** Forgets, with all that belongs to them, notices that were closed before a time and wait for nobody; answers how many. */
  readonly forgetClosed: (beforeMs: number) => Promise<number>;
  /** How many steps led to a state, by UTC day (epoch milliseconds). */
  readonly stepsPerDay: () => Promise<
    readonly { readonly day: number; readonly state: TakedownState; readonly count: number }[]
  >;
};
