// Keeps one zygote alive: starts it, tells when it serves, starts it again after its death, ever more slowly while that fails; used by pool.ts.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { EngineDescription } from './protocol.ts';
import type { Zygote } from './zygote.ts';

/** A zygote that serves, and what it can do. */
export type ServingEngine = {
  readonly zygote: Zygote;
  readonly description: EngineDescription;
  /** Whether killing a worker ends its tree by a namespace. */
  readonly nested: boolean;
};

/** A zygote that comes back. */
export type EngineProcess = {
  /** Undefined while it starts or waits for its next start. */
  readonly serving: () => ServingEngine | undefined;
  /** Why the last start failed; undefined after one that worked. */
  readonly failure: () => AppError | undefined;
  /** How often it had to be started again. */
  readonly restarts: () => number;
  /** Gives the running one up; the next start is delayed as after a failure. */
  readonly abandon: (why: string) => void;
  /** Fulfilled when nothing of it is left. */
  readonly close: () => Promise<void>;
};

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 30_000;

/** Starts at once. `start` may throw; `onServing` and `onDown` are called each time. */
export function createEngineProcess(options: {
  start: () => Zygote;
  clock: Clock;
  onServing: (description: EngineDescription) => void;
  /** The workers of the old one have been reported dead before. `failure` when it never served or was given up. */
  onDown: (failure: AppError | undefined) => void;
}): EngineProcess {
  let serving: ServingEngine | undefined;
  let current: Zygote | undefined;
  let failure: AppError | undefined;
  let delayMs = FIRST_DELAY_MS;
  let restarts = 0;
  let closed = false;
  let callOff: (() => void) | undefined;

  const fail = (error: unknown) => {
    failure =
      error instanceof AppError ? error : new AppError('engine_unavailable', { cause: error });
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
  };
  const startLater = () => {
    if (closed) return;
    callOff = options.clock.after(delayMs, () => {
      restarts += 1;
      startNow();
    });
  };
  const startNow = () => {
    try {
      current = options.start();
    } catch (error) {
      fail(error);
      options.onDown(failure);
      return startLater();
    }
    void live(current);
  };
  const live = async (zygote: Zygote) => {
    try {
      const [{ nested }, description] = await Promise.all([zygote.ready, zygote.describe()]);
      serving = { zygote, description, nested };
      failure = undefined;
      delayMs = FIRST_DELAY_MS;
      options.onServing(description);
    } catch (error) {
      zygote.kill();
      fail(error);
    }
    await zygote.ended;
    serving = undefined;
    options.onDown(failure);
    startLater();
  };
  startNow();
  return {
    serving: () => (serving?.zygote.isAlive() ? serving : undefined),
    failure: () => failure,
    restarts: () => restarts,
    abandon(why) {
      if (!serving) return;
      fail(new AppError('engine_unavailable', { detail: why }));
      serving.zygote.kill();
      serving = undefined;
    },
    async close() {
      closed = true;
      callOff?.();
      current?.kill();
      await current?.ended;
    },
  };
}
