// What a monitor may know of this server: counts and sizes under fixed names, never whose or of what.
import type { Outcome, Outcomes } from './ports.ts';

/** How things stand at this moment. Null is what cannot be told now. */
export type Readings = {
  readonly downloads: { readonly open: number; readonly running: number; readonly waiting: number };
  /** The processes that look at links. */
  readonly workers: {
    readonly busy: number;
    readonly idle: number;
    readonly queued: number;
    readonly restarts: number;
  };
  readonly files: {
    readonly bytes: number;
    readonly limitBytes: number;
    readonly diskFreeBytes: number;
  } | null;
  readonly engineVersion: string | null;
};

/** One answered request. `route` is a template with places, such as `/files/:token/:name`. */
export type AnsweredRequest = {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
};

/** Counts for a monitor. Nothing here throws for what it is told. */
export type Metrics = {
  readonly requestEnded: (request: AnsweredRequest) => void;
  readonly attemptEnded: (outcome: Outcome) => void;
  /** Everything in the text form of Prometheus, with what `read` says of this moment. */
  readonly text: (read: () => Promise<Readings>) => Promise<string>;
};

/** The memory of attempts, each of which is counted too. */
export function countedOutcomes(
  outcomes: Outcomes,
  metrics: Pick<Metrics, 'attemptEnded'>,
): Outcomes {
  return {
    ...outcomes,
    record(outcome) {
      metrics.attemptEnded(outcome);
      return outcomes.record(outcome);
    },
  };
}
