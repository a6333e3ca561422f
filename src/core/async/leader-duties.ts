// Timers that run on the leader only.
import type { Duties } from './duties.ts';

/** Wraps duties so that runs are skipped while `isLeading` is false. */
export function leaderDuties(duties: Duties, isLeading: () => boolean): Duties {
  return {
    every: (name, everyMs, run, options) =>
      duties.every(name, everyMs, () => (isLeading() ? run() : undefined), options),
    paced: (name, firstMs, run) =>
      duties.paced(name, firstMs, async () => (isLeading() ? run() : firstMs)),
  };
}
