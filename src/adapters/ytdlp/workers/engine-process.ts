// Keeps one zygote running: starts it, reports when it serves, and restarts it with exponential backoff.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { EngineDescription } from './protocol.ts';
import type { Zygote } from './zygote.ts';

/** A zygote that serves requests, and its description. */
export type ServingEngine = {
  readonly zygote: Zygote;
  readonly description: EngineDescription;
  /** Whether a PID namespace ends a worker's tree with it. */
  readonly nested: boolean;
};

/** A zygote that is restarted whenever it ends. */
export type EngineProcess = {
  /** Undefined while it starts, or before its next start. */
  readonly serving: () => ServingEngine | undefined;
  /** Why the last start failed; undefined after a successful one. */
  readonly failure: () => AppError | undefined;
  readonly restarts: () => number;
  /** Kills the running one; the next start is delayed as after a failure. */
  readonly abandon: (why: string) => void;
  /** Resolves when all of its processes have ended. */
  readonly close: () => Promise<void>;
};

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 30_000;

/** Starts at once. `start` may throw; `onServing` and `onDown` are called for each start. */
export function createEngineProcess(options: {
  start: () => Zygote;
  clock: Clock;
  onServing: (description: EngineDescription) => void;
  /** Called after the deaths of its workers. `failure` is set if it never served or was abandoned. */
  onDown: (failure: AppError | undefined) => void;
}): EngineProcess {
  let serving: ServingEngine | undefined;
  let current: Zygote | undefined;
  let failure: AppError | undefined;
  let delayMs = FIRST_DELAY_MS;
  let restarts = 0;
  let closed = false;
  let cancelStart: (() => void) | undefined;

  const fail = (error: unknown) => {
    failure =
      error instanceof AppError ? error : new AppError('engine_unavailable', { cause: error });
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
  };
  const startLater = () => {
    if (closed) return;
    cancelStart = options.clock.after(delayMs, () => {
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
    void follow(current);
  };
  const follow = async (zygote: Zygote) => {
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
      cancelStart?.();
      current?.kill();
      await current?.ended;
    },
  };
}
