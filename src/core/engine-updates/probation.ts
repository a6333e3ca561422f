// The probation of a change that was adopted: its outcomes are compared until there are enough attempts, or for two hours.

import type { ReversibleKind } from '../../shared/engine.ts';
import type { Clock } from '../async/clock.ts';
import type { OutcomeCount } from '../outcomes/ports.ts';
import type { ComparisonFigures, OutcomeComparison } from './outcome-comparison.ts';
import {
  createOutcomeComparison,
  failureShares,
  PROBATION_ATTEMPTS,
  PROBATION_MS,
} from './outcome-comparison.ts';
import type { EngineAttempt } from './ports.ts';

/** A probation as shown to operators. Times are epoch milliseconds. */
export type ProbationFigures = ComparisonFigures & {
  readonly what: ReversibleKind;
  readonly version: string;
  readonly since: number;
  readonly until: number;
  readonly maxAttempts: number;
};

/** What is on probation: what runs since the change, and the version of its engine. */
type OnProbation = Pick<ProbationFigures, 'what' | 'version'> & { readonly runId: string };

/** The probation of at most one change. */
export type Probation = {
  /** Starts a probation; `counts` are the attempts before the change. Returns its end in epoch milliseconds. */
  readonly begin: (
    change: OnProbation,
    counts: readonly OutcomeCount[],
    untilMs?: number,
  ) => number;
  readonly note: (attempt: EngineAttempt) => void;
  /** Null while there is no probation. */
  readonly figures: () => ProbationFigures | null;
  /** Whether the change has to be taken back. */
  readonly isWorse: () => boolean;
  /** See `OutcomeComparison`; empty while there is no probation. */
  readonly suspects: OutcomeComparison['suspects'];
  readonly excuse: OutcomeComparison['excuse'];
  /** Does nothing while there is no probation. */
  readonly end: () => void;
};

/** Creates it. `onWorse` is called after each attempt while the change makes it worse, `onEnd` when a probation ends by itself. */
export function createProbation(needs: {
  readonly clock: Clock;
  readonly onWorse: () => void;
  readonly onEnd: () => void;
}): Probation {
  const { clock } = needs;
  type Open = Pick<ProbationFigures, 'what' | 'version'> & {
    readonly comparison: OutcomeComparison;
    readonly since: number;
    readonly until: number;
    readonly cancelEnd: () => void;
  };
  let open: Open | null = null;
  const end = () => {
    open?.cancelEnd();
    open = null;
  };
  const endAndNotify = () => {
    end();
    needs.onEnd();
  };
  return {
    begin({ runId, what, version }, counts, untilMs) {
      end();
      const since = clock.now();
      const until = untilMs ?? since + PROBATION_MS;
      const cancelEnd = clock.after(until - since, endAndNotify);
      open = {
        comparison: createOutcomeComparison(runId, failureShares(counts)),
        what,
        version,
        since,
        until,
        cancelEnd,
      };
      return until;
    },
    note(attempt) {
      open?.comparison.note(attempt);
      const verdict = open?.comparison.verdict();
      if (verdict === 'worse') needs.onWorse();
      if (verdict === 'done') endAndNotify();
    },
    figures() {
      if (!open) return null;
      const { comparison, what, version, since, until } = open;
      return {
        ...comparison.figures(),
        what,
        version,
        since,
        until,
        maxAttempts: PROBATION_ATTEMPTS,
      };
    },
    isWorse: () => open?.comparison.verdict() === 'worse',
    suspects: () => open?.comparison.suspects() ?? [],
    excuse: (links) => open?.comparison.excuse(links),
    end,
  };
}
