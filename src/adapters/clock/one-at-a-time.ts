// The port InTurn, on the event loop of Node.
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { InTurn } from '../../core/async/in-turn.ts';

/** Creates the port. */
export function oneAtATime(): InTurn {
  const limit = pLimit(1);
  return (work) =>
    limit(async () => {
      await setImmediate();
      return work();
    });
}
