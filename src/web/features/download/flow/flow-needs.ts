// What the flow needs of the world around it, for the flow itself and for its download half.

import type { Failure } from '../failure/failure.ts';
import type { Calls } from './calls.ts';
import type { After, OpenStream } from './follow-job.ts';
import type { TabMemory } from './tab-memory.ts';

/** What a toast is to say. */
export type Notice =
  | { readonly kind: 'empty' | 'invalid' | 'analyzeFailed' }
  | { readonly kind: 'downloadFailed' | 'actionFailed'; readonly failure: Failure };

/** Dependencies of the flow. `log` receives failures that visitors need not see. */
export type FlowNeeds = {
  readonly calls: Calls;
  readonly openStream: OpenStream;
  readonly after: After;
  readonly memory: TabMemory;
  readonly notify: (notice: Notice) => void;
  readonly log: (what: string, error: unknown) => void;
};
