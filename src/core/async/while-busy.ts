// Retries while the database is unavailable or locked, for work behind no open request.
import { codeOf } from '../../shared/errors.ts';
import type { Clock } from './clock.ts';

const AGAIN_MS = 1000;
/** A database that restarts, or is replaced by its standby, is available again by then. */
const MOST_MS = 60_000;

/** The result of `work`; tries again each second after `server_busy`, for a minute at most. `work` may have had its effect when it throws. */
export async function whileBusy<T>(
  clock: Pick<Clock, 'after' | 'monotonic'>,
  work: () => Promise<T>,
): Promise<T> {
  const untilMs = clock.monotonic() + MOST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== 'server_busy' || clock.monotonic() >= untilMs) throw error;
    }
    await new Promise<void>((again) => clock.after(AGAIN_MS, again));
  }
}
