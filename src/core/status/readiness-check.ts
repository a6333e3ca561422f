// A readiness check whose result is cached and shared, because it is expensive.

import type { Clock } from '../async/clock.ts';
import { rememberFor } from '../async/remember-for.ts';

const CACHED_MS = 5000;
/** Load balancers do not wait longer. */
const DEADLINE_MS = 3000;

/**
 * Creates the check. It resolves with true when `check` resolves within three seconds. `check` starts at most once in five
 * seconds, and never while an earlier call still runs. Logs the first failure after a success, with its cause.
 */
export function createCachedCheck(needs: {
  readonly name: string;
  readonly check: () => Promise<void>;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}): () => Promise<boolean> {
  const { name, check, clock, warn } = needs;
  let running: Promise<void> | null = null;
  let wasGood = true;

  const begin = async () => {
    await check();
  };
  const joined = () => {
    running ??= begin().finally(() => {
      running = null;
    });
    return running;
  };
  const run = async (): Promise<boolean> => {
    const { cancel, passed } = deadline(clock);
    try {
      await Promise.race([joined(), passed]);
      wasGood = true;
    } catch (cause) {
      if (wasGood) warn(`not ready: ${name}`, cause);
      wasGood = false;
    } finally {
      cancel();
    }
    return wasGood;
  };
  return rememberFor(CACHED_MS, clock, run);
}

function deadline(clock: Clock): { cancel: () => void; passed: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(DEADLINE_MS, () =>
    reject(new Error(`no answer within ${DEADLINE_MS} ms`)),
  );
  return { cancel, passed: promise };
}
