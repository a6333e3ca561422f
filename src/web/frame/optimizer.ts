// The state of the optimizer badge in the footer, reported by the download flow.
import { useSessionStore } from '../page/session-store.tsx';

/** Idle, activated once a platform is known, optimizing while a download runs. */
export type OptimizerState =
  | { readonly kind: 'idle' | 'activated' }
  | {
      readonly kind: 'optimizing';
      /** Connections in use; 0 until the first progress event. */
      readonly connections: number;
      readonly bytesPerSecond: number | null;
    };

/** The store of the state. */
export type Optimizer = {
  readonly getState: () => OptimizerState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly report: (state: OptimizerState) => void;
};

/** The initial state. */
export const IDLE: OptimizerState = { kind: 'idle' };

/** Returns the store of this tab. */
export function useOptimizer(): Optimizer {
  return useSessionStore('optimizer', createOptimizer);
}

function createOptimizer(): Optimizer {
  const listeners = new Set<() => void>();
  let state = IDLE;
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report(next) {
      if (JSON.stringify(next) === JSON.stringify(state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
