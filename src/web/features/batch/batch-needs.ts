// What the queue needs of the browser and the server, and what its parts need of it.
import type { Calls } from '../../download-client/calls.ts';
import type { After, OpenStream } from '../../download-client/follow-job.ts';
import type { BatchMemory } from './batch-memory.ts';
import type { BatchState, RowState } from './batch-state.ts';

/** What the queue calls, and where it is stored. `log` receives failures that visitors need not see. */
export type BatchNeeds = {
  readonly calls: Pick<Calls, 'detect' | 'start' | 'inspect' | 'job' | 'jobs' | 'cancel'>;
  readonly openStream: OpenStream;
  readonly after: After;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
  readonly memory: BatchMemory;
  readonly log: (what: string, error: unknown) => void;
};

/**
 * The state, for the parts of the queue. Without `isKept` a change is mere progress: it is not written to the tab's memory, and
 * listeners are notified a little later.
 */
export type BatchStore = {
  readonly getState: () => BatchState;
  readonly update: (change: (state: BatchState) => BatchState, isKept?: boolean) => void;
  readonly setRow: (key: string, state: RowState, isKept?: boolean) => void;
};
