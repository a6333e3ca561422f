// Duties of this process, each on a timer that does not keep the process alive.
import type { Clock } from '../../core/async/clock.ts';
import type { Duties, EndDuty } from '../../core/async/duties.ts';

/** What duties need. `after` is another timer in tests alone. */
export type DutyNeeds = {
  readonly warn: (message: string, cause: unknown) => void;
  readonly after?: Clock['after'];
};

type Duty = {
  readonly failure: string;
  /** How long to wait after a run that failed, in milliseconds. */
  readonly retryMs: number;
  /** Resolves with the milliseconds until the next run. */
  readonly run: () => Promise<number>;
};

/** Makes the port. `warn` receives the failures of runs. */
export function createDuties({ warn, after = afterUnreferenced }: DutyNeeds): Duties {
  const needs = { warn, after };
  return {
    every: (name, everyMs, run, { runsAtOnce = false, failure = failureOf(name) } = {}) =>
      begin(needs, runsAtOnce ? null : everyMs, {
        failure,
        retryMs: everyMs,
        async run() {
          await run();
          return everyMs;
        },
      }),
    paced: (name, firstMs, run, { runsAtOnce = false, failure = failureOf(name) } = {}) =>
      begin(needs, runsAtOnce ? null : firstMs, { failure, retryMs: firstMs, run }),
  };
}

/** Waits `firstMs` milliseconds before the first run; null runs at once. */
function begin({ warn, after }: Required<DutyNeeds>, firstMs: number | null, duty: Duty): EndDuty {
  let isEnded = false;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  const wait = (delayMs: number) => {
    if (!isEnded) cancel = after(delayMs, runOnce);
  };
  const failed = (cause: unknown): number => {
    if (!isEnded) warn(duty.failure, cause);
    return duty.retryMs;
  };
  const runOnce = () => {
    running = duty.run().catch(failed).then(wait);
  };
  if (firstMs === null) runOnce();
  else wait(firstMs);
  return () => {
    isEnded = true;
    cancel();
    return running;
  };
}

function afterUnreferenced(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs).unref();
  return () => clearTimeout(timer);
}

function failureOf(name: string): string {
  return `the duty "${name}" failed`;
}
