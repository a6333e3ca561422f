// The steps of a change: check for a newer engine, adopt it, adopt a setup, go back to what was before.
import pLimit, { type LimitFunction } from 'p-limit';
import type { ReversibleKind } from '../../shared/engine.ts';
import type { OutcomeCount } from '../outcomes/ports.ts';
import { adoptEngine } from './adopt-engine.ts';
import { findNews } from './find-newest.ts';
import { type BackReason, goBack, previousEngine } from './going-back.ts';
import {
  detailsOf,
  type EngineBuild,
  isSameBuild,
  nameOf,
  refusalOf,
  withRefused,
} from './memory.ts';
import type { EngineSetup, InstalledEngine } from './ports.ts';
import { adoptSetup, type SetupRequest } from './setup/adopt-setup.ts';
import type { Report, StepNeeds, StepResult } from './step.ts';
import type { EngineCanaries, Refusal } from './try-beside.ts';

const DAY_MS = 24 * 3_600_000;
const NO_CANARIES: EngineCanaries = { links: () => [], runAll: async () => [] };

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
  /** Tries a setup and adopts it. */
  readonly adoptSetup: (setup: EngineSetup, request: SetupRequest) => Promise<StepResult>;
  /** Resolves with null when the change stays, because what was before fails the same links. */
  readonly goBack: (what: ReversibleKind, reason: BackReason) => Promise<StepResult | null>;
};

type State = StepNeeds & {
  /** One at a time: what one step is about to start must not be removed by the clean-up after another. */
  readonly inTurn: LimitFunction;
};

export function createEngineSteps(needs: StepNeeds): EngineSteps {
  const state: State = { ...needs, inTurn: pLimit(1) };
  return {
    check: (request) => check(state, request),
    adopt: (version, request) => adopt(state, { version, libraries: {} }, request),
    follow: (version, report) => state.inTurn(() => follow(state, version, report)),
    adoptSetup: (setup, request) => state.inTurn(() => adoptSetup(state, setup, request)),
    goBack: (what, reason) =>
      state.inTurn(async () => {
        const { result, retired } = await goBack(state, what, reason);
        if (retired) removeUnused(state, retired);
        return result;
      }),
  };
}

async function check(state: State, { by, adopts, report }: UpdateRequest): Promise<StepResult> {
  const { memory, host, alarms } = state;
  await memory.refresh();
  const { build, isTold, reached } = await findNews(state);
  const current = host.current().version;
  if (!build) return { result: reached ? 'up_to_date' : 'index_unreachable', version: current };
  const refusal = refusalOf(memory.now(), build.version, build.libraries);
  if (refusal && by === 'itself') return { ...refusal, result: 'refused', isAgain: true };
  if (adopts) return adopt(state, build, { by, report });
  if (!isTold) {
    if (by === 'itself')
      alarms.raise({ kind: 'engine_available', details: { ...detailsOf(build), current } });
    await memory.remember((now) => ({ ...now, told: build.version }));
  }
  return { ...build, result: 'available' };
}

function adopt(
  state: State,
  build: EngineBuild,
  request: Pick<UpdateRequest, 'by' | 'report'>,
): Promise<StepResult> {
  return state.inTurn(() => adoptAlone(state, build, request));
}

async function adoptAlone(
  state: State,
  build: EngineBuild,
  { by, report }: Pick<UpdateRequest, 'by' | 'report'>,
): Promise<StepResult> {
  const { host, outcomes, clock, signal } = state;
  const { version, libraries } = build;
  const before = host.current();
  const kept = await previousEngine(state);
  let counts: readonly OutcomeCount[] = [];
  const adopted = await adoptEngine(state, {
    version,
    renews: Object.keys(libraries).length > 0,
    signal,
    isAutomatic: by === 'itself',
    report: (step) => report(step, version),
    beforeSwitch: async () => {
      counts = await outcomes.countSince(clock.now() - DAY_MS);
    },
    isKept: ({ id }) => id === kept?.id,
  });
  if (adopted.result === 'refused') await rememberRefused(state, build, adopted);
  if (adopted.result === 'switched') {
    await rememberSwitched(state, { build, before, runId: adopted.runId, counts });
    removeUnused(state, adopted.retired);
  }
  return { ...adopted, ...build, from: [before.version], to: [nameOf(build)] };
}

async function follow(state: State, version: string, report: Report): Promise<StepResult> {
  const { signal, alarms } = state;
  const kept = await previousEngine(state);
  const adopted = await adoptEngine(
    { ...state, canaries: NO_CANARIES },
    {
      version,
      renews: false,
      signal,
      isAutomatic: false,
      report: (step) => report(step, version),
      beforeSwitch: async () => undefined,
      isKept: ({ id }) => id === kept?.id,
    },
  );
  if (adopted.result === 'switched') removeUnused(state, adopted.retired);
  if (adopted.result === 'refused') {
    const { reason } = adopted;
    alarms.raise({ kind: 'engine_refused', details: { version, reason, platforms: '' } });
  }
  // The server that tried it has logged it.
  return { ...adopted, version, isAgain: adopted.result === 'switched' };
}

async function rememberRefused(
  { memory, alarms, clock }: State,
  build: EngineBuild,
  { reason, platforms }: Refusal,
): Promise<void> {
  await memory.remember((now) =>
    withRefused(now, { ...build, reason, platforms, at: clock.now() }),
  );
  const details = { ...detailsOf(build), reason, platforms: platforms.join(', ') };
  alarms.raise({ kind: 'engine_refused', details });
}

async function rememberSwitched(
  { memory, alarms, probation, clock }: State,
  adopted: {
    readonly build: EngineBuild;
    readonly before: InstalledEngine;
    readonly runId: string;
    readonly counts: readonly OutcomeCount[];
  },
): Promise<void> {
  const { build, before, runId, counts } = adopted;
  const about = { runId, what: 'engine', version: build.version } as const;
  const watchUntil = probation.begin(about, counts);
  await memory.remember((now) => ({
    ...now,
    watchUntil,
    watched: 'engine',
    previous: { version: before.version, id: before.id },
    told: build.version,
    switched: { ...build, at: clock.now() },
    renewal: null,
    refused: now.refused.filter((one) => !isSameBuild(one, build)),
  }));
  const details = { ...detailsOf(build), before: before.version };
  alarms.raise({ kind: 'engine_switched', details });
}

/** Removes engines that are neither running, nor the previous one, nor chosen for the next start. */
function removeUnused(state: State, retired: Promise<void>): void {
  const { releases, host, warn, inTurn } = state;
  const remove = async () => {
    const [chosen, previous] = [await releases.chosen(), await previousEngine(state)];
    for (const engine of await releases.installed()) {
      const isNeeded =
        host.running().has(engine.id) || engine.id === previous?.id || engine.id === chosen?.id;
      if (!isNeeded) await releases.remove(engine);
    }
  };
  void retired
    .then(() => inTurn(remove))
    .catch((error: unknown) => warn('old engines could not be removed', error));
}
