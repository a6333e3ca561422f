// Token buckets in this process's memory; behind the port `Limiter`.

import type { Clock } from '../../core/async/clock.ts';
import type { BucketName, Limiter } from '../../core/limits/ports.ts';
import { type Level, levelsOf } from './levels.ts';

/** Most keys remembered per bucket. */
const MAX_KEYS = 25_000;
/** Full buckets forgotten per request at most: more than a request adds, few enough that none of them waits for it. */
const MAX_FORGOTTEN_AT_ONCE = 50;

/** A {@link Limiter} that reports how many keys it holds. */
export type MemoryLimiter = Limiter & { readonly keyCount: () => number };

/** When a bucket will be full again, by key; the longest untouched first. That one time says how many tokens it holds. */
type FullAt = Map<string, number>;

/**
 * True token buckets, of {@link levelsOf}. A request must find tokens in the bucket of its key and, for an IPv6 key, in
 * those of the networks around it; it takes from all of them or from none. A bucket that is full again is forgotten;
 * past `maxKeys` the longest untouched is, so a flood of keys costs bounded memory and each of its members still pays
 * at its network's bucket. Throws TypeError for a `cost` that the bucket could never hold.
 */
export function createMemoryLimiter(options: {
  readonly clock: Clock;
  readonly maxKeys?: number;
}): MemoryLimiter {
  const { clock, maxKeys = MAX_KEYS } = options;
  const stores = new Map<BucketName, FullAt>();
  return {
    take: async (name, key, cost = 1) => {
      const levels = levelsOf(name, key, cost);
      const store = stores.get(name) ?? new Map<string, number>();
      stores.set(name, store);
      const nowMs = clock.monotonic();
      const draws = levels.map((level) => draw(store, level, cost, nowMs));
      const waitMs = Math.max(...draws.map((each) => each.waitMs));
      const allowed = waitMs <= 0;
      if (allowed) for (const each of draws) remember(store, each.key, each.fullAtMs);
      forget(store, nowMs, maxKeys);
      return { allowed, retryAfterSeconds: allowed ? 0 : Math.ceil(waitMs / 1000) };
    },
    keyCount: () => [...stores.values()].reduce((sum, store) => sum + store.size, 0),
  };
}

/** What taking `cost` tokens would mean: when the bucket would be full again, and how long until it has that many. */
function draw(fullAt: FullAt, { key, bucket }: Level, cost: number, nowMs: number) {
  const fullAtMs = Math.max(fullAt.get(key) ?? nowMs, nowMs) + cost * bucket.refillMs;
  return { key, fullAtMs, waitMs: fullAtMs - nowMs - bucket.burst * bucket.refillMs };
}

/** Maps keep the order of insertion, so a key that is taken out first goes to the end. */
function remember(fullAt: FullAt, key: string, fullAtMs: number): void {
  fullAt.delete(key);
  fullAt.set(key, fullAtMs);
}

function forget(fullAt: FullAt, nowMs: number, maxKeys: number): void {
  let looked = 0;
  for (const [key, fullAtMs] of fullAt) {
    const isSurplus = fullAt.size > maxKeys;
    if (!isSurplus && (fullAtMs > nowMs || looked >= MAX_FORGOTTEN_AT_ONCE)) return;
    fullAt.delete(key);
    looked += 1;
  }
}
