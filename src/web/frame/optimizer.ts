// What the optimizer badge in the footer says; the download flow reports it from wherever it is.
import { useSessionStore } from '../app/session-store.tsx';

/** Idle, activated once a platform is known, optimizing while a download runs; then with what is true of it. */
export type OptimizerState =
  | { readonly kind: 'idle' | 'activated' }
  | {
      readonly kind: 'optimizing';
      /** Connections in use; 0 before the server has said. */
      readonly connections: number;
      readonly bytesPerSecond: number | null;
    };

/** Where it is reported and read. */
export type Optimizer = {
  readonly getState: () => OptimizerState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly report: (state: OptimizerState) => void;
};

/** The badge before anything has happened. */
export const IDLE: OptimizerState = { kind: 'idle' };

/** The one of this tab. */
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
