// Connects the queue to React: one queue per tab, which goes on while other pages are open.
import { useSyncExternalStore } from 'react';
import { calls } from '../../download-client/calls.ts';
import { openProgressStream } from '../../download-client/progress-stream.ts';
import { useSessionStore } from '../../page/session-store.tsx';
import { type Batch, createBatch } from './batch.ts';
import { batchMemory } from './batch-memory.ts';
import type { BatchState } from './batch-state.ts';
import { recordRows } from './record-rows.ts';

/** Returns the queue of this tab and its state. */
export function useBatch(): { batch: Batch; state: BatchState } {
  const batch = useSessionStore('batch', () => {
    const made = createBatch({
      calls,
      openStream: openProgressStream,
      after(ms, call) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      memory: batchMemory,
      log: (what, error) => console.warn(what, error),
    });
    let { rows } = made.getState();
    made.subscribe(() => {
      const next = made.getState().rows;
      void recordRows(rows, next);
      rows = next;
    });
    return made;
  });
  const state = useSyncExternalStore(batch.subscribe, batch.getState, batch.getState);
  return { batch, state };
}
