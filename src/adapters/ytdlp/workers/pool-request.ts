// One request on its way through the pool: answered or rejected once, with its timer and its abort listener gone afterwards; used by pool.ts.
import type { EngineAnswer, EngineRequest } from './protocol.ts';

/** A request that waits or is at work. */
export type PoolRequest = {
  readonly request: EngineRequest;
  /** How many workers have tried it. */
  attempts: number;
  /** Replaces the timer that bounds its present state; takes what calls it off. */
  readonly setTimer: (callOff: () => void) => void;
  readonly resolve: (answer: EngineAnswer) => void;
  readonly reject: (reason: unknown) => void;
};

/** A job whose promise is settled by `resolve` or `reject`. `onAbort` must reject it. */
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
