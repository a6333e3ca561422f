// The steps of an update: check for a newer engine, adopt it, roll back to the previous one.
import pLimit, { type LimitFunction } from 'p-limit';
import {
  compareEngineVersions,
  type RefusalReason,
  type UpdateResult,
  type UpdateStep,
} from '../../shared/engine.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { OutcomeCount, Outcomes } from '../outcomes/ports.ts';
import type { Alarms } from '../status/alarms.ts';
import { type AdoptionNeeds, adoptEngine, type EngineCanaries } from './adopt-engine.ts';
import { findNewest } from './find-newest.ts';
import { isRegression } from './is-regression.ts';
import { type EngineMemoryStore, withRefused } from './memory.ts';
import type { EngineTrial, InstalledEngine } from './ports.ts';
import type { Probation } from './probation.ts';

const DAY_MS = 24 * 3_600_000;
const NO_CANARIES: EngineCanaries = { hasAny: () => false, runAll: async () => [] };

/** What the steps need. `signal` aborts a running step. */
export type StepNeeds = AdoptionNeeds & {
  readonly memory: EngineMemoryStore;
  readonly probation: Probation;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** How a step ended; `version` is the one it dealt with. */
export type StepResult = {
  readonly result: UpdateResult;
  readonly version: string | null;
  readonly reason?: RefusalReason;
  readonly platforms?: readonly PlatformId[];
};

/** Reports the progress of a step. */
export type Report = (step: UpdateStep, version: string) => void;

/** Who asked for a check, and whether it adopts a newer version. By `itself`, a check that does not raises an alarm. */
export type UpdateRequest = {
  readonly by: 'operator' | 'itself';
  readonly adopts: boolean;
  readonly report: Report;
};

/** The steps. They throw AppError for failures that are not the version's, and the signal's reason. */
export type EngineSteps = {
  readonly check: (request: UpdateRequest) => Promise<StepResult>;
  readonly adopt: (
    version: string,
    request: Pick<UpdateRequest, 'by' | 'report'>,
  ) => Promise<StepResult>;
  /** Adopts what another server tried and kept: without canaries and probation, and without a word in the stored state. */
  readonly follow: (version: string, report: Report) => Promise<StepResult>;
  /** Resolves with null when the engine stays, because the previous one fails the same links. */
  readonly goBack: (
    reason: 'rolled_back' | 'rolled_back_by_operator',
  ) => Promise<StepResult | null>;
  /** The previous version, if it is still installed. */
  readonly previous: () => Promise<InstalledEngine | null>;
};

type State = StepNeeds & {
  /** One at a time: what one step is about to start must not be removed by the clean-up after another. */
  readonly inTurn: LimitFunction;
};

export function createEngineSteps(needs: StepNeeds): EngineSteps {
  const state: State = { ...needs, inTurn: pLimit(1) };
  return {
    check: (request) => check(state, request),
    adopt: (version, request) => adopt(state, version, request),
    follow: (version, report) => state.inTurn(() => follow(state, version, report)),
    previous: () => previousEngine(state),
    goBack: (reason) => state.inTurn(() => goBack(state, reason)),
  };
}

async function check(state: State, { by, adopts, report }: UpdateRequest): Promise<StepResult> {
  const { memory, host, alarms } = state;
  await memory.refresh();
  const { newest, reached } = await findNewest(state);
  const { pinned, refused, told } = memory.now();
  const current = host.current().version;
  const target = pinned ?? newest;
  const isNews = pinned ? pinned !== current : compareEngineVersions(target, current) > 0;
  if (!isNews) return { result: reached ? 'up_to_date' : 'index_unreachable', version: current };
  const refusal = refused.find(({ version }) => version === target);
  if (refusal && by === 'itself') return { ...refusal, result: 'refused' };
  if (adopts) return adopt(state, target, { by, report });
  if (told !== target) {
    if (by === 'itself')
      alarms.raise({ kind: 'engine_available', details: { version: target, current } });
    await memory.remember((now) => ({ ...now, told: target }));
  }
  return { result: 'available', version: target };
}

function adopt(
  state: State,
  version: string,
  request: Pick<UpdateRequest, 'by' | 'report'>,
): Promise<StepResult> {
  return state.inTurn(() => adoptAlone(state, version, request));
}

async function adoptAlone(
  state: State,
  version: string,
  { by, report }: Pick<UpdateRequest, 'by' | 'report'>,
): Promise<StepResult> {
  const { host, memory, outcomes, clock, signal } = state;
  const before = host.current().version;
  let counts: readonly OutcomeCount[] = [];
  const adopted = await adoptEngine(state, {
    version,
    signal,
    isAutomatic: by === 'itself',
    report: (step) => report(step, version),
    beforeSwitch: async () => {
      counts = await outcomes.countSince(clock.now() - DAY_MS);
    },
    isKept: (engine) => engine.version === memory.now().previous,
  });
  if (adopted.result === 'refused') await rememberRefused(state, version, adopted);
  if (adopted.result === 'switched') {
    await rememberSwitched(state, { version, before, engine: adopted.engine, counts });
    removeUnused(state, adopted.retired);
  }
  return { ...adopted, version };
}

async function follow(state: State, version: string, report: Report): Promise<StepResult> {
  const { memory, signal, alarms } = state;
  const adopted = await adoptEngine(
    { ...state, canaries: NO_CANARIES },
    {
      version,
      signal,
      isAutomatic: false,
      report: (step) => report(step, version),
      beforeSwitch: async () => undefined,
      isKept: (engine) => engine.version === memory.now().previous,
    },
  );
  if (adopted.result === 'switched') removeUnused(state, adopted.retired);
  if (adopted.result === 'refused') {
    const { reason } = adopted;
    alarms.raise({ kind: 'engine_refused', details: { version, reason, platforms: '' } });
  }
  return { ...adopted, version };
}

async function rememberRefused(
  { memory, alarms, clock }: State,
  version: string,
  { reason, platforms }: { reason: RefusalReason; platforms: readonly PlatformId[] },
): Promise<void> {
  await memory.remember((now) => withRefused(now, { version, reason, platforms, at: clock.now() }));
  const details = { version, reason, platforms: platforms.join(', ') };
  alarms.raise({ kind: 'engine_refused', details });
}

async function rememberSwitched(
  { memory, alarms, probation, clock }: State,
  adopted: {
    readonly version: string;
    readonly before: string;
    readonly engine: InstalledEngine;
    readonly counts: readonly OutcomeCount[];
  },
): Promise<void> {
  const { version, before } = adopted;
  const watchUntil = probation.begin(adopted.engine, adopted.counts);
  await memory.remember((now) => ({
    ...now,
    watchUntil,
    previous: before,
    told: version,
    switched: { version, at: clock.now() },
    refused: now.refused.filter((one) => one.version !== version),
  }));
  alarms.raise({ kind: 'engine_switched', details: { version, before } });
}

async function previousEngine({ memory, host, releases }: State): Promise<InstalledEngine | null> {
  const { previous: version } = memory.now();
  const current = host.current().id;
  const all = version === null ? [] : await releases.installed();
  return all.find((one) => one.version === version && one.id !== current) ?? null;
}

async function goBack(
  state: State,
  reason: 'rolled_back' | 'rolled_back_by_operator',
): Promise<StepResult | null> {
  const { host, memory, probation, alarms, clock } = state;
  const { version } = host.current();
  const home = await previousEngine(state);
  const trial = home && (await startPrevious(state, home));
  if (trial && reason === 'rolled_back' && !(await isToBlame(state, trial))) {
    await trial.close();
    return null;
  }
  const { attempts = 0, failed = 0 } = probation.figures() ?? {};
  await endProbation(state);
  if (!home || !trial) return { result: 'rollback_failed', version };
  const { retired } = await takeOver(state, home, trial);
  await memory.remember((now) =>
    withRefused(
      { ...now, switched: { version: home.version, at: clock.now() } },
      { version, reason, platforms: [], at: clock.now() },
    ),
  );
  const details = { version, back: home.version, reason, attempts, failed };
  alarms.raise({ kind: 'engine_rolled_back', details });
  removeUnused(state, retired);
  return { result: 'rolled_back', version, reason };
}

async function startPrevious(state: State, home: InstalledEngine): Promise<EngineTrial> {
  try {
    return await state.host.start(home, state.signal);
  } catch (error) {
    // A server that is stopping continues the probation at its next start.
    if (!state.signal.aborted) await endProbation(state);
    throw error;
  }
}

/** Whether the engine in use fails where the previous one does not. */
async function isToBlame(
  { probation, host, signal, warn }: State,
  trial: EngineTrial,
): Promise<boolean> {
  const suspects = probation.suspects();
  try {
    if (await isRegression(host.engine, trial.engine, suspects, signal)) return true;
  } catch (error) {
    await trial.close();
    throw error;
  }
  probation.excuse(suspects);
  warn(`the engine ${host.current().version} stays: the one before does no better`, undefined);
  return false;
}

/** Ends the probation for good, so that it cannot cause another rollback. */
async function endProbation({ probation, memory }: State): Promise<void> {
  probation.end();
  await memory.remember((now) => ({ ...now, previous: null, watchUntil: null }));
}

async function takeOver({ releases }: StepNeeds, engine: InstalledEngine, trial: EngineTrial) {
  try {
    await releases.choose(engine);
  } catch (error) {
    await trial.close();
    throw error;
  }
  // Resolves when the previous engine has ended; not awaited here.
  return { retired: trial.takeOver() };
}

/** Removes engines that are neither running, nor the previous one, nor chosen for the next start. */
function removeUnused(
  { releases, host, memory, warn, inTurn }: State,
  retired: Promise<void>,
): void {
  const remove = async () => {
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
    .then(() => inTurn(remove))
    .catch((error: unknown) => warn('old engines could not be removed', error));
}
