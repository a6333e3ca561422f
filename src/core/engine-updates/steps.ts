// What updating is made of, each from its beginning to its end: looking for a newer engine, taking one, going back to the one before.
import {
  compareEngineVersions,
  type RefusalReason,
  type UpdateResult,
  type UpdateStep,
} from '../../shared/engine.ts';
import { codeOf } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { createTurns } from '../async/turns.ts';
import type { OutcomeCount, Outcomes } from '../outcomes/ports.ts';
import type { Alarms } from '../status/alarms.ts';
import { type TakingNeeds, takeEngine } from './adopt-engine.ts';
import { hasLost } from './is-regression.ts';
import { type KeptMemory, withRefused } from './memory.ts';
import type { EngineTrial, InstalledEngine } from './ports.ts';
import type { EngineVigil } from './probation.ts';

const DAY_MS = 24 * 3_600_000;

/** What the steps need. `signal` ends whatever runs. */
export type StepNeeds = TakingNeeds & {
  readonly memory: KeptMemory;
  readonly vigil: EngineVigil;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** How a step ended; `version` is the one that it was about. */
export type StepEnd = {
  readonly result: UpdateResult;
  readonly version: string | null;
  readonly reason?: RefusalReason;
  readonly platforms?: readonly PlatformId[];
};

/** Where a step is. */
export type Report = (step: UpdateStep, version: string) => void;

/** Who wants it: `operator` only looks, or takes; `itself` tells operators of news, or takes it where that is wanted. */
export type LookWish = {
  readonly by: 'operator' | 'itself';
  readonly takes: boolean;
  readonly report: Report;
};

/** The steps. They throw AppError for what says nothing about a version, and the signal's reason. */
export type EngineSteps = {
  readonly look: (wish: LookWish) => Promise<StepEnd>;
  readonly take: (version: string, wish: Pick<LookWish, 'by' | 'report'>) => Promise<StepEnd>;
  /** Null when it stays by itself: the engine before does no better with what failed last. */
  readonly goBack: (reason: 'rolled_back' | 'rolled_back_by_operator') => Promise<StepEnd | null>;
  /** The version before, if it is still here. */
  readonly previous: () => Promise<InstalledEngine | null>;
};

/** Makes the steps. */
export function createEngineSteps(needs: StepNeeds): EngineSteps {
  const { releases, host, memory, vigil, alarms, clock, signal, warn } = needs;
  // What one step is about to start must not be what the tidying after another one removes.
  const inTurn = createTurns(1);

  const look: EngineSteps['look'] = async ({ by, takes, report }) => {
    await memory.refresh();
    const { newest, reached } = await findNewest(needs);
    const { pinned, refused, told } = memory.now();
    const current = host.current().version;
    const target = pinned ?? newest;
    const isNews = pinned ? pinned !== current : compareEngineVersions(target, current) > 0;
    if (!isNews) return { result: reached ? 'up_to_date' : 'index_unreachable', version: current };
    const refusal = refused.find(({ version }) => version === target);
    if (refusal && by === 'itself') return { ...refusal, result: 'refused' };
    if (takes) return take(target, { by, report });
    if (told !== target) {
      if (by === 'itself')
        alarms.raise({ kind: 'engine_available', details: { version: target, current } });
      await memory.remember((now) => ({ ...now, told: target }));
    }
    return { result: 'available', version: target };
  };

  const takeAlone: EngineSteps['take'] = async (version, { by, report }) => {
    const before = host.current().version;
    let counts: readonly OutcomeCount[] = [];
    const taken = await takeEngine(needs, {
      version,
      signal,
      byItself: by === 'itself',
      report: (step) => report(step, version),
      beforeSwitch: async () => {
        counts = await needs.outcomes.countSince(clock.now() - DAY_MS);
      },
      isKept: (engine) => engine.version === memory.now().previous,
    });
    if (taken.result === 'refused') {
      const { reason, platforms } = taken;
      await memory.remember((now) =>
        withRefused(now, { version, reason, platforms, at: clock.now() }),
      );
      const details = { version, reason, platforms: platforms.join(', ') };
      alarms.raise({ kind: 'engine_refused', details });
    }
    if (taken.result === 'switched') {
      const watchUntil = vigil.begin(taken.engine, counts);
      await memory.remember((now) => ({
        ...now,
        watchUntil,
        previous: before,
        told: version,
        switched: { version, at: clock.now() },
        refused: now.refused.filter((one) => one.version !== version),
      }));
      alarms.raise({ kind: 'engine_switched', details: { version, before } });
      tidyAfter(needs, taken.retired, inTurn);
    }
    return { ...taken, version };
  };

  const take: EngineSteps['take'] = (version, wish) => inTurn(() => takeAlone(version, wish));

  const previous = async () => {
    const { previous: version } = memory.now();
    const current = host.current().id;
    const all = version === null ? [] : await releases.installed();
    return all.find((one) => one.version === version && one.id !== current) ?? null;
  };

  /** Whatever comes: it must not ask for the same again. */
  const giveUpWatch = async () => {
    vigil.end();
    await memory.remember((now) => ({ ...now, previous: null, watchUntil: null }));
  };

  const isToBlame = async (trial: EngineTrial) => {
    const suspects = vigil.suspects();
    try {
      if (await hasLost(host.engine, trial.engine, suspects, signal)) return true;
    } catch (error) {
      await trial.close();
      throw error;
    }
    vigil.excuse(suspects);
    warn(`the engine ${host.current().version} stays: the one before does no better`, undefined);
    return false;
  };

  const startHome = async (home: InstalledEngine) => {
    try {
      return await host.start(home, signal);
    } catch (error) {
      // A server that ends goes on with the watch when it is there again.
      if (!signal.aborted) await giveUpWatch();
      throw error;
    }
  };

  const goBackAlone: EngineSteps['goBack'] = async (reason) => {
    const { version } = host.current();
    const home = await previous();
    const trial = home && (await startHome(home));
    if (trial && reason === 'rolled_back' && !(await isToBlame(trial))) {
      await trial.close();
      return null;
    }
    const { attempts = 0, failed = 0 } = vigil.figures() ?? {};
    await giveUpWatch();
    if (!home || !trial) return { result: 'rollback_failed', version };
    const { retired } = await takeOver(needs, home, trial);
    await memory.remember((now) =>
      withRefused(
        { ...now, switched: { version: home.version, at: clock.now() } },
        { version, reason, platforms: [], at: clock.now() },
      ),
    );
    const details = { version, back: home.version, reason, attempts, failed };
    alarms.raise({ kind: 'engine_rolled_back', details });
    tidyAfter(needs, retired, inTurn);
    return { result: 'rolled_back', version, reason };
  };

  return {
    look,
    take,
    previous,
    goBack: (reason) => inTurn(() => goBackAlone(reason)),
  };
}

/** The newest version that the index or this machine has. */
async function findNewest(needs: StepNeeds): Promise<{ newest: string; reached: boolean }> {
  const { releases, host, memory, clock, signal, warn } = needs;
  const known = [host.current(), ...(await releases.installed())].map(({ version }) => version);
  const newestOf = () => known.reduce((a, b) => (compareEngineVersions(a, b) >= 0 ? a : b));
  let reached = true;
  try {
    known.push(await releases.newest(signal));
  } catch (error) {
    signal.throwIfAborted();
    reached = false;
    // A machine without a way to the index is not in trouble.
    if (codeOf(error) !== 'origin_unreachable') warn('the index gave no version', error);
  }
  const newest = newestOf();
  if (reached) {
    await memory.remember((now) => ({ ...now, newest: { version: newest, at: clock.now() } }));
  }
  return { newest, reached };
}

async function takeOver({ releases }: StepNeeds, engine: InstalledEngine, trial: EngineTrial) {
  try {
    await releases.choose(engine);
  } catch (error) {
    await trial.close();
    throw error;
  }
  // Fulfilled when nothing of the one before is left: not to be waited for here.
  return { retired: trial.takeOver() };
}

/** Removes engines that nobody needs any more: what runs stays, the one before, and what the next start takes. */
function tidyAfter(
  { releases, host, memory, warn }: StepNeeds,
  retired: Promise<void>,
  inTurn: ReturnType<typeof createTurns>,
): void {
  const tidy = async () => {
    const chosen = await releases.chosen();
    for (const engine of await releases.installed()) {
      const isNeeded =
        host.running().has(engine.id) ||
        engine.version === memory.now().previous ||
        engine.id === chosen?.id;
      if (!isNeeded) await releases.remove(engine);
    }
  };
  void retired
    .then(() => inTurn(tidy))
    .catch((error: unknown) => warn('old engines could not be removed', error));
}
