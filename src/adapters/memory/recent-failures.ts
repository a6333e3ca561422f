// The last failed attempts of one process; forgotten at its end.
import type { RecentFailure, RecentFailures } from '../../core/outcomes/ports.ts';

const MAX_KEPT = 100;

/** Creates the port. Keeps the last hundred failures. */
export function createMemoryRecentFailures(): RecentFailures {
  const kept: RecentFailure[] = [];
  return {
    add(failure) {
      kept.unshift(failure);
      kept.length = Math.min(kept.length, MAX_KEPT);
    },
    list: () => [...kept],
  };
}
