// The watch over an engine that has just taken over, with its end: after enough attempts, or after two hours.

import type { Clock } from '../async/clock.ts';
import type { OutcomeCount } from '../outcomes/ports.ts';
import type { EngineAttempt, InstalledEngine } from './ports.ts';
import type { EngineWatch, WatchFigures } from './watch.ts';
import { createEngineWatch, failureShares, WATCH_ATTEMPTS, WATCH_MS } from './watch.ts';

/** A watch as operators see it. Times are epoch milliseconds. */
export type VigilFigures = WatchFigures & {
  readonly version: string;
  readonly since: number;
  readonly until: number;
  readonly maxAttempts: number;
};

/** At most one engine is watched. */
export type EngineVigil = {
  /** Watches this one, from now on; `counts` are the attempts of the engine before. Answers until when. */
  readonly begin: (
    engine: InstalledEngine,
    counts: readonly OutcomeCount[],
    untilMs?: number,
  ) => number;
  readonly note: (attempt: EngineAttempt) => void;
  /** Null while nothing is watched. */
  readonly figures: () => VigilFigures | null;
  /** Whether the one that is watched has to go back. */
  readonly isWorse: () => boolean;
  /** See `EngineWatch`; none while nothing is watched. */
  readonly suspects: EngineWatch['suspects'];
  readonly excuse: EngineWatch['excuse'];
  /** Harmless when nothing is watched. */
  readonly end: () => void;
};

/** `onWorse` is called with every attempt that says so, `onEnd` when a watch ended by itself. */
export function createEngineVigil(needs: {
  readonly clock: Clock;
  readonly onWorse: () => void;
  readonly onEnd: () => void;
}): EngineVigil {
  const { clock } = needs;
  type Open = {
    readonly watch: EngineWatch;
    readonly version: string;
    readonly since: number;
    readonly until: number;
    readonly callOff: () => void;
  };
  let open: Open | null = null;
  const end = () => {
    open?.callOff();
    open = null;
  };
  const endByItself = () => {
    end();
    needs.onEnd();
  };
  return {
    begin({ id, version }, counts, untilMs) {
      end();
      const since = clock.now();
      const until = untilMs ?? since + WATCH_MS;
      const callOff = clock.after(until - since, endByItself);
      open = {
        watch: createEngineWatch(id, failureShares(counts)),
        version,
        since,
        until,
        callOff,
      };
      return until;
    },
    note(attempt) {
      open?.watch.note(attempt);
      const verdict = open?.watch.verdict();
      if (verdict === 'worse') needs.onWorse();
      if (verdict === 'done') endByItself();
    },
    figures() {
      if (!open) return null;
      const { watch, version, since, until } = open;
      return { ...watch.figures(), version, since, until, maxAttempts: WATCH_ATTEMPTS };
    },
    isWorse: () => open?.watch.verdict() === 'worse',
    suspects: () => open?.watch.suspects() ?? [],
    excuse: (links) => open?.watch.excuse(links),
    end,
  };
}
