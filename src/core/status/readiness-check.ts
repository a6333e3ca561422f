// A check of readiness that costs something: made rarely, and shared by everybody who asks meanwhile.

import type { Clock } from '../async/clock.ts';
import { rememberFor } from '../async/remember-for.ts';

const HELD_MS = 5000;
/** A load balancer does not wait longer, and visitors would not either. */
const DEADLINE_MS = 3000;

/**
 * Makes the check: good when `check` is fulfilled within three seconds. It is begun at most once in five seconds, and never
 * while an earlier one still runs. `warn` is told when a good one is followed by a bad one, with what `check` threw.
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
  const look = async (): Promise<boolean> => {
    const { callOff, passed } = deadline(clock);
    try {
      await Promise.race([joined(), passed]);
      wasGood = true;
    } catch (cause) {
      if (wasGood) warn(`not ready: ${name}`, cause);
      wasGood = false;
    } finally {
      callOff();
    }
    return wasGood;
  };
  return rememberFor(HELD_MS, clock, look);
}

function deadline(clock: Clock): { callOff: () => void; passed: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  const callOff = clock.after(DEADLINE_MS, () =>
    reject(new Error(`no answer within ${DEADLINE_MS} ms`)),
  );
  return { callOff, passed: promise };
}
