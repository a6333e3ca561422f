// A bounded memory with an end for each entry; for kept inspections, resolved short links and recent failures.
import type { Clock } from './clock.ts';

/** Entries by key. */
export type ExpiringMap<T> = {
  /** Null when there is none, or it has come to its end. */
  readonly get: (key: string) => T | null;
  /** `expiresAt` is epoch milliseconds. */
  readonly put: (key: string, value: T, expiresAt: number) => void;
};

/** Holds at most `maxEntries`, and at most `maxWeight` of what `weigh` says; the oldest entries leave first. */
export function createExpiringMap<T>(options: {
  readonly clock: Clock;
  readonly maxEntries: number;
  readonly maxWeight?: number;
  readonly weigh?: (value: T) => number;
}): ExpiringMap<T> {
  type Entry = { readonly value: T; readonly expiresAt: number; readonly weight: number };
  const { clock, maxEntries, maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 } = options;
  const entries = new Map<string, Entry>();
  let weight = 0;
  const remove = (key: string) => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > clock.now()) return entry.value;
      remove(key);
      return null;
    },
    put(key, value, expiresAt) {
      remove(key);
      const entry = { value, expiresAt, weight: weigh(value) };
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && weight <= maxWeight) break;
        remove(oldest);
      }
    },
  };
}
