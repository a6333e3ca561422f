// Keys that were used within one process.
import type { Clock } from '../../core/async/clock.ts';
import type { OnceOnly } from '../../core/limits/ports.ts';
import { AppError } from '../../shared/errors.ts';

/** Some 20 MB. To use them up within ten minutes takes as much computing as ten processors do. */
const MAX_KEYS = 200_000;

/** Creates the port. `use` rejects with AppError `server_busy` while all keys have not expired. */
export function createMemoryOnceOnly(clock: Pick<Clock, 'now'>): OnceOnly {
  const used = new Map<string, number>();
  const forgetExpired = () => {
    for (const [key, untilMs] of used) if (untilMs <= clock.now()) used.delete(key);
  };
  return {
    async use(key, untilMs) {
      if (used.has(key)) return false;
      if (used.size >= MAX_KEYS) forgetExpired();
      if (used.size >= MAX_KEYS)
        throw new AppError('server_busy', { params: { retryAfterSeconds: 60 } });
      used.set(key, untilMs);
      return true;
    },
  };
}
