// Retries while another process holds SQLite's lock, without blocking the event loop.
import { setTimeout as wait } from 'node:timers/promises';
import { asDatabaseError, isLocked } from './database-error.ts';

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 50;

/**
 * Returns the result of `work` as soon as no lock prevents it. `work` must have no effect when it throws. Attempts it
 * at least once; after `givesUpAt` (of `performance.now()`) throws AppError `server_busy`.
 */
export async function retryLocked<T>(givesUpAt: number, work: () => T): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= givesUpAt) throw asDatabaseError(error);
    }
    await wait(waitMs);
  }
}
