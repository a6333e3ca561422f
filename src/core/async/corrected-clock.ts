// The clock of a server, corrected by the one of the database that it shares with others: what one of them lets expire has
// expired for all.
import type { Clock } from './clock.ts';

/** Smaller differences are left alone: a query takes its time, and no machine needs more. */
const TOLERATED_MS = 1000;

/** The clock, and what corrects it. */
export type CorrectedClock = {
  readonly clock: Clock;
  /** Reads the other clock, in epoch milliseconds, and goes by it from then on. Null, and a slow answer, change nothing. */
  readonly follow: (read: () => Promise<number | null>) => Promise<number | null>;
};

/** Creates it; at first it is the machine's own. Each new correction is logged. */
export function createCorrectedClock(
  own: Clock,
  warn: (message: string, cause: unknown) => void,
): CorrectedClock {
  let aheadMs = 0;
  const clock = { ...own, now: () => own.now() - aheadMs };
  return {
    clock,
    async follow(read) {
      const startedAtMs = own.monotonic();
      const time = await read();
      const tookMs = own.monotonic() - startedAtMs;
      if (time === null || tookMs > TOLERATED_MS) return time;
      if (Math.abs(clock.now() - time) <= TOLERATED_MS) return time;
      aheadMs = own.now() - time;
      const seconds = Math.round(Math.abs(aheadMs) / 1000);
      warn(
        `the clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's, which is used from now on`,
        undefined,
      );
      return time;
    },
  };
}
