// Compares the outcomes of a newly adopted engine with what the previous one would have had. Pure.
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import { countsAsFailure } from '../outcomes/counts-as-failure.ts';
import type { OutcomeCount } from '../outcomes/ports.ts';
import type { EngineAttempt } from './ports.ts';

/** After this many attempts a probation ends. */
export const PROBATION_ATTEMPTS = 50;
/** The longest probation, in milliseconds. */
export const PROBATION_MS = 2 * 3_600_000;
const MIN_ATTEMPTS = 10;
/** How much larger than expected the share of failures may be. */
const TOLERANCE = 0.2;
/** The expected share without figures of the last day: an engine is rolled back when half of its attempts fail. */
const UNKNOWN_SHARE = 0.3;
const MIN_KNOWN = 5;
/** How many failed links the previous engine inspects as well, when the new one seems worse. */
const MAX_SUSPECTS = 5;

/** The share of a platform's inspections that fail because of the platform or this server; 0 to 1. */
export type FailureShare = (platform: PlatformId) => number;

/** The figures so far. `expectedFailed` is the number of failures expected of the previous engine with the same links. */
export type ComparisonFigures = {
  readonly attempts: number;
  readonly failed: number;
  readonly expectedFailed: number;
};

export type OutcomeComparison = {
  /** Counts an attempt. A link counts once, so that a single client cannot cause a rollback by repeating its request. */
  readonly note: (attempt: EngineAttempt) => void;
  readonly figures: () => ComparisonFigures;
  /** `worse`: roll back. `done`: there were enough attempts. */
  readonly verdict: () => 'open' | 'worse' | 'done';
  /** The last links that failed, at most five. */
  readonly suspects: () => readonly Link[];
  /** Excludes links for good. */
  readonly excuse: (links: readonly Link[]) => void;
};

/** Computes shares from counts of attempts: the platform's own, else that of all platforms, else a default. */
export function failureShares(counts: readonly OutcomeCount[]): FailureShare {
  const inspections = counts.filter(({ step, code }) => step === 'inspect' && isConclusive(code));
  const shareIn = (list: readonly OutcomeCount[]): number | null => {
    const sum = (some: readonly OutcomeCount[]) =>
      some.reduce((total, { count }) => total + count, 0);
    const all = sum(list);
    return all < MIN_KNOWN ? null : sum(list.filter(({ code }) => code !== 'ok')) / all;
  };
  const overall = shareIn(inspections) ?? UNKNOWN_SHARE;
  return (platform) => shareIn(inspections.filter((one) => one.platform === platform)) ?? overall;
}

/** Starts a comparison for what runs by this id. */
export function createOutcomeComparison(runId: string, expected: FailureShare): OutcomeComparison {
  const seen = new Map<string, { readonly link: Link; readonly isOk: boolean }>();
  const excused = new Set<string>();
  const figures = (): ComparisonFigures => {
    const all = [...seen.values()];
    return {
      attempts: all.length,
      failed: all.filter(({ isOk }) => !isOk).length,
      expectedFailed: all.reduce((sum, { link }) => sum + expected(link.platform), 0),
    };
  };
  return {
    note({ link, code, ...attempt }) {
      const name = nameOf(link);
      if (attempt.runId !== runId || !isConclusive(code)) return;
      if (!seen.has(name) && !excused.has(name)) seen.set(name, { link, isOk: code === 'ok' });
    },
    figures,
    verdict() {
      const { attempts, failed, expectedFailed } = figures();
      const isWorse = (failed - expectedFailed) / attempts > TOLERANCE;
      if (attempts >= MIN_ATTEMPTS && isWorse) return 'worse';
      return attempts >= PROBATION_ATTEMPTS ? 'done' : 'open';
    },
    suspects: () =>
      [...seen.values()].flatMap(({ link, isOk }) => (isOk ? [] : [link])).slice(-MAX_SUSPECTS),
    excuse(links) {
      for (const name of links.map(nameOf)) {
        seen.delete(name);
        excused.add(name);
      }
    },
  };
}

function nameOf({ platform, id }: Link): string {
  return `${platform} ${id}`;
}

/** Whether an outcome says something about the engine: a success or a failure that counts, but not a full queue. */
export function isConclusive(code: OutcomeCount['code']): boolean {
  return code === 'ok' || (code !== 'server_busy' && countsAsFailure(code));
}
