// Clock synchronized to the database, so that what expires on one server has expired on all.
import type { Clock } from './clock.ts';

/** Smaller offsets are ignored: a query takes its time, and nothing needs more precision. */
const TOLERATED_MS = 1000;

/** The clock, and how it is synchronized. */
export type CorrectedClock = {
  readonly clock: Clock;
  /** Reads the database's clock, in epoch milliseconds, and synchronizes to it. Null, and a slow reply, change nothing. */
  readonly follow: (read: () => Promise<number | null>) => Promise<number | null>;
};

/** Creates a clock without an offset to the machine's. Each new offset is logged. */
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
