// When a worker of the pool is replaced.
import type { Clock } from '../../../core/async/clock.ts';
import type { Worker } from './worker.ts';

/** Defaults: 500 requests, 45 minutes, 150 MB. */
export type WorkerLife = {
  readonly requests?: number;
  readonly ageMs?: number;
  readonly rssBytes?: number;
};

const MAX_REQUESTS = 500;
const MAX_AGE_MS = 45 * 60_000;
const MAX_RSS_BYTES = 150 * 1024 ** 2;

/** Whether it has exceeded one of its limits. */
export function isWornOut(
  worker: Worker,
  options: { readonly clock: Clock; readonly recycleAfter?: WorkerLife },
): boolean {
  const {
    requests = MAX_REQUESTS,
    ageMs = MAX_AGE_MS,
    rssBytes = MAX_RSS_BYTES,
  } = options.recycleAfter ?? {};
  return (
    worker.count() >= requests ||
    worker.rssBytes() > rssBytes ||
    options.clock.monotonic() - worker.bornAtMs > ageMs
  );
}
