// Changes of the engine and its setup while the server runs: one at a time, by itself or when an operator asks.
import type { ReversibleKind, UpdateMode, UpdateObstacle } from '../../shared/engine.ts';
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Duties } from '../async/duties.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import type { Settings } from '../settings/ports.ts';
import type { Alarms } from '../status/alarms.ts';
import type { AdoptionNeeds } from './adopt-engine.ts';
import { type ChangeWork, createChangeWork } from './change-work.ts';
import { createDailyCheck } from './daily-check.ts';
import type { EngineStatus } from './engine-status.ts';
import { createFollowing, type Following, isTriedElsewhere } from './following.ts';
import { previousEngine, previousSetup } from './going-back.ts';
import { createEngineMemoryStore } from './memory.ts';
import type { EngineAttempt } from './ports.ts';
import { createProbation } from './probation.ts';
import {
  type AccountPort,
  type AccountTrials,
  createAccountTrials,
} from './setup/account-trials.ts';
import { createSetupChanges, type SetupChanges } from './setup/setup-changes.ts';
import { createEngineSteps, type EngineSteps } from './steps.ts';

const DAY_MS = 24 * 3_600_000;

/** What updates need. `random` returns 0 to 1; it spreads the requests of servers that start together. */
export type EngineUpdatesNeeds = AdoptionNeeds & {
  readonly mode: UpdateMode;
  readonly settings: Pick<Settings, 'read' | 'replace'>;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly random: () => number;
  /** The operator's accounts; null where there are none. */
  readonly accounts: AccountPort | null;
  /** Whether this server leaves a platform alone at the moment. */
  readonly isPaused: (platform: PlatformId, egress: string) => boolean;
  /** Where several servers share the settings: whether this one checks for all of them. Else null. */
  readonly fleet?: { readonly leads: () => boolean } | null;
};

/** The service. Calls start an update and return; `status` shows it. A second one meanwhile throws `engine_update_running`. */
export type EngineUpdates = {
  readonly status: () => Promise<EngineStatus>;
  /** Asks the index. Throws AppError `invalid_request` where updating is not possible. */
  readonly check: () => void;
  /**
   * Adopts a version; null is the pinned or the newest one. Throws AppError `invalid_request` for one in use or not pinned. `by` is the
   * operator.
   */
  readonly update: (version: string | null, by?: string | null) => void;
  /** Goes back to what was before. Throws AppError `invalid_request` when there is nothing. */
  readonly rollBack: (what?: ReversibleKind, by?: string | null) => Promise<void>;
  /** See `SetupChanges`. */
  readonly setSetup: SetupChanges['set'];
  /** Pins a version; null unpins. */
  readonly pin: (version: string | null) => Promise<void>;
  /** Counts an inspection for the probation of a new engine. */
  readonly note: (attempt: EngineAttempt) => void;
  /** Cancels a running update; fulfilled when nothing of it is left. */
  readonly close: () => Promise<void>;
};

type State = EngineUpdatesNeeds & {
  readonly startedAt: number;
  readonly obstacle: UpdateObstacle | null;
  readonly memory: ReturnType<typeof createEngineMemoryStore>;
  readonly probation: ReturnType<typeof createProbation>;
  readonly steps: EngineSteps;
  readonly daily: ReturnType<typeof createDailyCheck>;
  readonly following: Following;
  readonly setupChanges: SetupChanges;
  readonly accountTrials: AccountTrials;
  readonly work: ChangeWork;
  readonly ending: AbortController;
};

/** Continues where the last run of the server ended, and checks for a newer version once a day unless that is switched off. */
export async function startEngineUpdates(needs: EngineUpdatesNeeds): Promise<EngineUpdates> {
  const state = createState(needs);
  await continueProbation(state);
  if (!state.obstacle) {
    state.daily.start();
    if (state.fleet) state.following.start();
  }
  state.setupChanges.start();
  state.accountTrials.start();
  return {
    status: () => statusOf(state),
    check() {
      refuseObstacle(state);
      const request = { by: 'operator', adopts: false, report: state.work.report() } as const;
      void state.work.begin({ step: 'looking', version: null }, () => state.steps.check(request));
    },
    update: (version, by = null) => update(state, version, by),
    rollBack: (what = 'engine', by = null) => rollBack(state, what, by),
    setSetup: (...wish) => state.setupChanges.set(...wish),
    async pin(version) {
      await state.memory.refresh();
      await state.memory.change((now) => ({ ...now, pinned: version }));
    },
    note: state.probation.note,
    close: () => close(state),
  };
}

function createState(needs: EngineUpdatesNeeds): State {
  const { mode, releases, clock, duties, random } = needs;
  const memory = createEngineMemoryStore(needs.settings, needs.warn);
  const ending = new AbortController();
  const probation = createProbation({
    clock,
    onWorse: () => goBackIfWorse(state),
    onEnd: () => void memory.remember((now) => ({ ...now, watchUntil: null })),
  });
  const steps = createEngineSteps({ ...needs, memory, probation, signal: ending.signal });
  const work = createChangeWork({
    ...needs,
    memory,
    signal: ending.signal,
    onEnd: () => goBackIfWorse(state),
  });
  const state: State = {
    ...needs,
    startedAt: clock.now(),
    obstacle: mode === 'off' ? 'switched_off' : releases.obstacle,
    memory,
    probation,
    steps,
    setupChanges: createSetupChanges({
      ...needs,
      memory,
      steps,
      isBusy: work.isBusy,
      isShared: (needs.fleet ?? null) !== null,
      hasCanaries: () => needs.canaries.links().length > 0,
      isTriedElsewhere: () => {
        const { watched, watchUntil } = memory.now();
        const isWatched = watched === 'setup' && (watchUntil ?? 0) > clock.now();
        return isWatched && probation.figures() === null;
      },
      begin: (step, by, task) => work.begin({ step, version: null, what: 'setup', by }, task),
      report: (step) => work.report('setup')(step, null),
    }),
    accountTrials: createAccountTrials({
      ...needs,
      links: needs.canaries.links,
      memory,
      isBusy: work.isBusy,
      begin: (by, task) =>
        work.begin({ step: 'canaries', version: null, what: 'account', by }, task),
      signal: ending.signal,
    }),
    daily: createDailyCheck({ clock, duties, random, check: () => checkDaily(state) }),
    following: createFollowing({
      clock,
      duties,
      current: () => needs.host.current().version,
      isBusy: work.isBusy,
      async readMemory() {
        await memory.refresh();
        return memory.now();
      },
      adopt: (version) => follow(state, version),
    }),
    work,
    ending,
  };
  return state;
}

/** Continues the probation of an engine that was adopted before this start. */
async function continueProbation({
  memory,
  host,
  setups,
  outcomes,
  probation,
  startedAt,
}: State): Promise<void> {
  await memory.refresh();
  const { watchUntil, watched, switched } = memory.now();
  const { version } = host.current();
  const isInUse =
    watched === 'engine'
      ? switched?.version === version
      : // A worker has no way back of its own.
        (setups?.vault ?? null) !== null &&
        previousSetup({ memory, setups, host })?.id !== host.setup().id;
  if (!isInUse || watchUntil === null || watchUntil <= startedAt) return;
  // The last day has some attempts since the change too: its failures until now are forgiven.
  const counts = await outcomes.countSince(startedAt - DAY_MS);
  probation.begin({ runId: host.runId(), what: watched, version }, counts, watchUntil);
}

function goBackIfWorse(state: State): void {
  const { work, probation, host, steps } = state;
  if (work.isBusy() || !probation.isWorse()) return;
  const { version } = host.current();
  const what = probation.figures()?.what ?? 'engine';
  const step = 'rolling_back';
  void work.begin({ step, version, what }, () => steps.goBack(what, 'rolled_back'));
}

async function checkDaily(state: State): Promise<boolean> {
  const { fleet, memory, host, clock, work } = state;
  if (fleet && !fleet.leads()) return true;
  if (work.running()) return false;
  const isFree = !fleet || !isTriedElsewhere(memory.now(), host.current().version, clock.now());
  const adopts = isFree && actsAs(state) === 'auto';
  const request = { by: 'itself', adopts, report: work.report() } as const;
  await work.begin({ step: 'looking', version: null }, () => state.steps.check(request));
  return work.last()?.result !== 'index_unreachable';
}

async function follow({ work, steps }: State, version: string): Promise<boolean> {
  await work.begin({ step: 'installing', version }, () => steps.follow(version, work.report()));
  return work.last()?.result === 'switched';
}

function update(state: State, version: string | null, by: string | null): void {
  refuseObstacle(state);
  const { memory, host, steps, work } = state;
  const { pinned } = memory.now();
  const isPinnedAway = version !== null && pinned !== null && version !== pinned;
  if (isPinnedAway || version === host.current().version)
    throw new AppError('invalid_request', {
      params: { field: 'version' },
      detail: `version ${version}`,
    });
  const request = { by: 'operator', adopts: true, report: work.report() } as const;
  if (version === null)
    void work.begin({ step: 'looking', version, by }, () => steps.check(request));
  else void work.begin({ step: 'installing', version, by }, () => steps.adopt(version, request));
}

async function rollBack(state: State, what: ReversibleKind, by: string | null): Promise<void> {
  const home = what === 'engine' ? await previousEngine(state) : previousSetup(state);
  if (!home) throw new AppError('invalid_request', { detail: 'no way back' });
  const { version } = state.host.current();
  void state.work.begin({ step: 'rolling_back', version, what, by }, () =>
    state.steps.goBack(what, 'rolled_back_by_operator'),
  );
}

async function statusOf(state: State): Promise<EngineStatus> {
  const { switched, newest, beyond, renewal, pinned, refused } = state.memory.now();
  const { libraries = {}, unsupported = [] } = state.host.facts() ?? {};
  const { id, version, source } = state.host.current();
  const since = switched?.version === version ? switched.at : state.startedAt;
  return {
    mode: state.mode,
    actsAs: actsAs(state),
    obstacle: state.obstacle,
    hasCanaries: state.canaries.links().length > 0,
    current: { version, source, since, libraries, unsupported },
    newest,
    beyond,
    renewal: renewal?.id === id ? renewal.libraries : {},
    pinned,
    refused,
    running: state.work.running(),
    last: state.work.last(),
    nextLookAt: state.daily.nextAt(),
    previous: (await previousEngine(state))?.version ?? null,
    watching: state.probation.figures(),
    setup: state.setupChanges.status(),
    accounts: state.accountTrials.status(),
    changes: state.memory.now().changes,
  };
}

function actsAs({ mode, obstacle, canaries }: State): UpdateMode {
  if (obstacle) return 'off';
  return mode === 'auto' && canaries.links().length === 0 ? 'notify' : mode;
}

function refuseObstacle({ obstacle }: State): void {
  if (obstacle) throw new AppError('invalid_request', { detail: `updates: ${obstacle}` });
}

async function close(state: State): Promise<void> {
  state.daily.stop();
  state.following.stop();
  state.setupChanges.stop();
  state.accountTrials.stop();
  state.ending.abort(new AppError('engine_unavailable', { detail: 'closing' }));
  await state.work.ended();
  state.probation.end();
}
