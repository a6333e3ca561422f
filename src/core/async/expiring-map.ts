// A bounded cache whose entries expire; for cached inspections, resolved short links and recent failures.
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

/** Entries by key. */
export type ExpiringMap<T> = {
  /** Null when there is none, or it has expired. */
  readonly get: (key: string) => T | null;
  /** `expiresAt` is epoch milliseconds. */
  readonly put: (key: string, value: T, expiresAt: number) => void;
};

/** Holds at most `maxEntries`, and at most `maxWeight` as `weigh` measures it; the oldest entries are evicted first. */
export function createExpiringMap<T>(options: {
  readonly clock: Clock;
  readonly maxEntries: number;
  readonly maxWeight?: number;
  readonly weigh?: (value: T) => number;
}): ExpiringMap<T> {
  type Entry = { readonly value: T; readonly expiresAt: number };
  const { clock, maxEntries, maxWeight, weigh = () => 0 } = options;
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    // The library takes no size of 0.
    ...(maxWeight && { maxSize: maxWeight, sizeCalculation: ({ value }) => weigh(value) || 1 }),
  });
  return {
    get(key) {
      // `peek` does not count as a use, so the order stays that of `put`.
      const entry = entries.peek(key);
      if (entry && entry.expiresAt > clock.now()) return entry.value;
      entries.delete(key);
      return null;
    },
    put(key, value, expiresAt) {
      entries.set(key, { value, expiresAt });
    },
  };
}
