// Watches an engine that has just taken over: do more looks fail than would have with the one before? No timers, no world.
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import { isOurTrouble } from '../outcomes/failure-blame.ts';
import type { OutcomeCount } from '../outcomes/ports.ts';
import type { EngineAttempt } from './ports.ts';

/** So many attempts are watched, */
export const WATCH_ATTEMPTS = 50;
/** and no longer than this. */
export const WATCH_MS = 2 * 3_600_000;
const MIN_ATTEMPTS = 10;
/** How much larger the share of failures may be. */
const TOLERANCE = 0.2;
/** What is expected where the last day says nothing: a new engine then goes back when half of its attempts fail. */
const UNKNOWN_SHARE = 0.3;
const MIN_KNOWN = 5;
/** So many links are asked of the engine before as well, when one seems worse. */
const MAX_SUSPECTS = 5;

/** The share of looks that fail by the platform's or this server's doing (0 to 1), for a platform. */
export type FailureShare = (platform: PlatformId) => number;

/** How it goes so far. `expectedFailed` is what the same links would have cost with the engine before. */
export type WatchFigures = {
  readonly attempts: number;
  readonly failed: number;
  readonly expectedFailed: number;
};

/** A watch that goes on. */
export type EngineWatch = {
  /** Takes an attempt into account; the same link counts once, so that nobody turns the engine back by asking again and again. */
  readonly note: (attempt: EngineAttempt) => void;
  readonly figures: () => WatchFigures;
  /** `worse`: it has to go back. `done`: enough was seen. */
  readonly verdict: () => 'open' | 'worse' | 'done';
  /** The links that failed last, five at most. */
  readonly suspects: () => readonly Link[];
  /** Leaves links out of account, for good. */
  readonly excuse: (links: readonly Link[]) => void;
};

/** From counts of attempts: the platform's own share, else that of all platforms, else a guess. */
export function failureShares(counts: readonly OutcomeCount[]): FailureShare {
  const looks = counts.filter(({ step, code }) => step === 'inspect' && isTelling(code));
  const shareIn = (list: readonly OutcomeCount[]): number | null => {
    const sum = (some: readonly OutcomeCount[]) =>
      some.reduce((total, { count }) => total + count, 0);
    const all = sum(list);
    return all < MIN_KNOWN ? null : sum(list.filter(({ code }) => code !== 'ok')) / all;
  };
  const overall = shareIn(looks) ?? UNKNOWN_SHARE;
  return (platform) => shareIn(looks.filter((one) => one.platform === platform)) ?? overall;
}

/** Watches the engine of that id. */
export function createEngineWatch(engineId: string, expected: FailureShare): EngineWatch {
  const seen = new Map<string, { readonly link: Link; readonly isOk: boolean }>();
  const excused = new Set<string>();
  const figures = (): WatchFigures => {
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
      if (attempt.engineId !== engineId || !isTelling(code)) return;
      if (!seen.has(name) && !excused.has(name)) seen.set(name, { link, isOk: code === 'ok' });
    },
    figures,
    verdict() {
      const { attempts, failed, expectedFailed } = figures();
      const isWorse = (failed - expectedFailed) / attempts > TOLERANCE;
      if (attempts >= MIN_ATTEMPTS && isWorse) return 'worse';
      return attempts >= WATCH_ATTEMPTS ? 'done' : 'open';
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

/** Successes, and failures that are the platform's, the engine's or the server's. A full queue is told by no engine. */
export function isTelling(code: OutcomeCount['code']): boolean {
  return code === 'ok' || (code !== 'server_busy' && isOurTrouble(code));
}
