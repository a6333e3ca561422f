// Refused requests of the last hour within one process, counted by the minute.
import type { Clock } from '../../core/async/clock.ts';
import type { BucketName, RefusalCounts } from '../../core/limits/ports.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Creates the port; nothing is counted yet. */
export function createMemoryRefusalCounts(clock: Pick<Clock, 'monotonic'>): RefusalCounts {
  /** The count of each minute since the clock began, by bucket. */
  const counts = new Map<BucketName, Map<number, number>>();
  const minute = () => Math.floor(clock.monotonic() / MINUTE_MS);
  const lastHourOf = (bucket: BucketName): Map<number, number> => {
    const own = counts.get(bucket) ?? new Map<number, number>();
    counts.set(bucket, own);
    for (const at of own.keys()) if (at <= minute() - MINUTES) own.delete(at);
    return own;
  };
  return {
    add(bucket) {
      const own = lastHourOf(bucket);
      own.set(minute(), (own.get(minute()) ?? 0) + 1);
    },
    lastHour: (bucket) => [...lastHourOf(bucket).values()].reduce((sum, count) => sum + count, 0),
  };
}
