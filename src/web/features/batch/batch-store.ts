// The state of the queue, and its listeners.
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import { type BatchState, EMPTY_BATCH, withRow } from './batch-state.ts';

/** Ten rows have news more often than a page needs to be drawn. */
const PROGRESS_MS = 250;

/** Creates the state of an empty queue. Changes are written to the tab's memory, and listeners are notified. */
export function createBatchStore({
  memory,
  after,
}: Pick<BatchNeeds, 'memory' | 'after'>): BatchStore & {
  readonly subscribe: (listener: () => void) => () => void;
} {
  const listeners = new Set<() => void>();
  let state = EMPTY_BATCH;
  let isNotified = true;
  const notify = () => {
    isNotified = true;
    for (const listener of listeners) listener();
  };
  const update: BatchStore['update'] = (change, isKept = true) => {
    const next = settled(change(state));
    if (next === state) return;
    state = next;
    if (isKept) {
      memory.write(state);
      notify();
    } else if (isNotified) {
      isNotified = false;
      after(PROGRESS_MS, () => isNotified || notify());
    }
  };
  return {
    getState: () => state,
    update,
    setRow: (key, rowState, isKept = true) =>
      update((before) => withRow(before, key, (row) => ({ ...row, state: rowState })), isKept),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A queue with nothing left to start does not run. */
function settled(state: BatchState): BatchState {
  const isOver = state.rows.every(
    ({ state: { kind } }) => !['waiting', 'starting', 'open'].includes(kind),
  );
  return isOver && state.isRunning ? { ...state, isRunning: false, pauseReason: null } : state;
}
