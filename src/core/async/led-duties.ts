// Duties that one server of all has: the others keep their timers and do nothing.
import type { Duties } from './duties.ts';

/** The same duties, whose runs are left out while `isLeading` is false. */
export function ledDuties(duties: Duties, isLeading: () => boolean): Duties {
  return {
    every: (name, everyMs, run, options) =>
      duties.every(name, everyMs, () => (isLeading() ? run() : undefined), options),
    paced: (name, firstMs, run) =>
      duties.paced(name, firstMs, async () => (isLeading() ? run() : firstMs)),
  };
}
