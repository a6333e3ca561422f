// Connects the queue to React: one queue per tab, which goes on while other pages are open.
import { useSyncExternalStore } from 'react';
import { useSessionStore } from '../../app/session-store.tsx';
import { calls } from '../download/flow/calls.ts';
import { openProgressStream } from '../download/flow/progress-stream.ts';
import { type Batch, createBatch } from './batch.ts';
import { batchMemory } from './batch-memory.ts';
import type { BatchState } from './batch-state.ts';

/** Returns the queue of this tab and its state. */
export function useBatch(): { batch: Batch; state: BatchState } {
  const batch = useSessionStore('batch', () =>
    createBatch({
      calls,
      openStream: openProgressStream,
      after(ms, call) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      memory: batchMemory,
      log: (what, error) => console.warn(what, error),
    }),
  );
  const state = useSyncExternalStore(batch.subscribe, batch.getState, batch.getState);
  return { batch, state };
}
