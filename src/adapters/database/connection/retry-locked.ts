// Tries again while another process holds a lock of SQLite, without blocking the event loop; used by the SQLite driver.
import { setTimeout as wait } from 'node:timers/promises';
import { asDatabaseError, isLocked } from './database-error.ts';

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 50;

/**
 * What `work` returns, as soon as no lock keeps it from it. `work` must leave nothing behind when it throws. It is tried
 * once at least; after `givesUpAt` (of `performance.now()`) no more, which throws AppError `server_busy`.
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
