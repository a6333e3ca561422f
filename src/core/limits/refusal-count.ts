// How many requests each limit refused within the last hour, by the minute; nothing of whose they were.

import type { Clock } from '../async/clock.ts';
import type { BucketName, Limiter } from './ports.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** A limiter that is looked on at. */
export type RefusalCount = {
  readonly limiter: Limiter;
  readonly lastHour: (bucket: BucketName) => number;
};

/** Counts what `limiter` refuses. */
export function countRefusals(limiter: Limiter, clock: Clock): RefusalCount {
  /** By bucket: the count of each minute, by its number since the clock began. */
  const counts = new Map<BucketName, Map<number, number>>();
  const minute = () => Math.floor(clock.monotonic() / MINUTE_MS);

  const recent = (bucket: BucketName): Map<number, number> => {
    const own = counts.get(bucket) ?? new Map<number, number>();
    counts.set(bucket, own);
    for (const at of own.keys()) if (at <= minute() - MINUTES) own.delete(at);
    return own;
  };

  return {
    limiter: {
      async take(bucket, key, cost) {
        const answer = await limiter.take(bucket, key, cost);
        if (!answer.allowed) {
          const own = recent(bucket);
          own.set(minute(), (own.get(minute()) ?? 0) + 1);
        }
        return answer;
      },
    },
    lastHour: (bucket) => [...recent(bucket).values()].reduce((sum, count) => sum + count, 0),
  };
}
