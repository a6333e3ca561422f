// Metrics for monitoring: counts and sizes with fixed names, without visitors or items.
import type { ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Outcome, Outcomes } from './ports.ts';

/** Current values. Null is unknown. */
export type Readings = {
  readonly server: { readonly version: string; readonly role: string };
  /** `mostRunning` is how many jobs can run at once; `foundLost` how many this server found, since its start, whose server was lost. */
  readonly downloads: {
    readonly open: number;
    readonly running: number;
    readonly waiting: number;
    readonly mostRunning: number;
    readonly oldestWaitSeconds: number;
    readonly foundLost: number;
  };
  /** Whether the Redis that servers share can be reached; null where there is none. */
  readonly hasRedis: boolean | null;
  /** The processes that inspect links. */
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

/** One answered request. `route` is a pattern such as `/files/:token/:name`. */
export type AnsweredRequest = {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
};

/** The kinds of operations on an object store. */
export type StoreOperation = 'read' | 'write' | 'list' | 'delete' | 'other';

/** One operation on the object store: how long until its answer began, and whether there was none or an error. */
export type StoreRequest = {
  readonly operation: StoreOperation;
  readonly seconds: number;
  readonly hasFailed: boolean;
};

/** The metrics. Its methods do not throw for any input. */
export type Metrics = {
  readonly requestEnded: (request: AnsweredRequest) => void;
  readonly attemptEnded: (outcome: Outcome) => void;
  readonly storeAnswered: (request: StoreRequest) => void;
  /** A platform answered a request of an egress: `ok`, or the code of an error. */
  readonly egressAnswered: (egress: string, platform: PlatformId, code: ErrorCode | 'ok') => void;
  /** Sources in fragments became a file as they are (`joined`), or why they could not: one of a few words. */
  readonly fragmentsJoined: (outcome: string) => void;
  /** All metrics in Prometheus' text format, with the current values that `read` resolves with. */
  readonly text: (read: () => Promise<Readings>) => Promise<string>;
};

/** Wraps the store of outcomes so that each one is counted in the metrics as well. */
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
