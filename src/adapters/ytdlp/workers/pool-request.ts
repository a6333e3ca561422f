// A request in the pool: settled once, with its timer and abort listener removed afterwards.
import type { EngineAnswer, EngineRequest } from './protocol.ts';

export type PoolRequest = {
  readonly request: EngineRequest;
  /** How many workers it was assigned to. */
  attempts: number;
  /** Replaces the timer of its current state with the one that `callOff` cancels. */
  readonly setTimer: (callOff: () => void) => void;
  readonly resolve: (answer: EngineAnswer) => void;
  readonly reject: (reason: unknown) => void;
};

/** Creates a request that `resolve` or `reject` settles. `onAbort` must reject it. */
export function createPoolRequest(options: {
  request: EngineRequest;
  signal: AbortSignal;
  resolve: (answer: EngineAnswer) => void;
  reject: (reason: unknown) => void;
  onAbort: () => void;
}): PoolRequest {
  let callOffTimer: (() => void) | undefined;
  const settle = () => {
    callOffTimer?.();
    options.signal.removeEventListener('abort', options.onAbort);
  };
  options.signal.addEventListener('abort', options.onAbort, { once: true });
  return {
    request: options.request,
    attempts: 0,
    setTimer(callOff) {
      callOffTimer?.();
      callOffTimer = callOff;
    },
    resolve(answer) {
      settle();
      options.resolve(answer);
    },
    reject(reason) {
      settle();
      options.reject(reason);
    },
  };
}
