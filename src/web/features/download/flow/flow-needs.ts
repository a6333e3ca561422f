// The dependencies of the flow and its runner.

import type { Calls } from '../../../download-client/calls.ts';
import type { Failure } from '../../../download-client/failure.ts';
import type { After, OpenStream } from '../../../download-client/follow-job.ts';
import type { TabMemory } from './tab-memory.ts';

/** The content of a toast. */
export type Notice =
  | { readonly kind: 'empty' | 'invalid' | 'analyzeFailed' }
  | { readonly kind: 'downloadFailed' | 'actionFailed'; readonly failure: Failure };

/** Dependencies. `log` receives failures that visitors need not see. */
export type FlowNeeds = {
  readonly calls: Calls;
  readonly openStream: OpenStream;
  readonly after: After;
  readonly memory: TabMemory;
  readonly notify: (notice: Notice) => void;
  readonly log: (what: string, error: unknown) => void;
};
