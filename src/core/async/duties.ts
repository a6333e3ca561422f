// The port for work that a server repeats on a timer: sweeps, health checks, rereading what other servers wrote.

/** Ends a duty at once; resolves when a run that is in progress has ended. */
export type EndDuty = () => Promise<void>;

/** When a duty runs first, and how its failures are logged. */
export type DutyOptions = {
  /** Runs once at once, before the first interval. Default: false. */
  readonly runsAtOnce?: boolean;
  /** The log message of a run that failed. Default: names the duty. */
  readonly failure?: string;
};

/**
 * Repeated work. Each duty has a name of its own. A duty never runs twice at the same time; a run that throws is logged, and
 * the duty continues. Failures after the end of a duty are not logged.
 */
export type Duties = {
  /** Runs `run` again `everyMs` milliseconds after its last run ended. */
  readonly every: (
    name: string,
    everyMs: number,
    run: () => void | Promise<void>,
    options?: DutyOptions,
  ) => EndDuty;
  /**
   * Runs `run` after `firstMs` milliseconds, then after the number of milliseconds that the last run resolved with, or after
   * `firstMs` when it failed.
   */
  readonly paced: (
    name: string,
    firstMs: number,
    run: () => Promise<number>,
    options?: DutyOptions,
  ) => EndDuty;
};
