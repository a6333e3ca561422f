// Updates of the engine while the server runs: one at a time, once a day or when an operator asks.
import type { UpdateMode, UpdateObstacle, UpdateResult, UpdateStep } from '../../shared/engine.ts';
import { AppError, codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { Duties } from '../async/duties.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import type { Settings } from '../settings/ports.ts';
import type { Alarms } from '../status/alarms.ts';
import type { AdoptionNeeds } from './adopt-engine.ts';
import { createDailyCheck } from './daily-check.ts';
import type { EngineStatus, LastUpdate } from './engine-status.ts';
import { createFollowing, type Following, isTriedElsewhere } from './following.ts';
import { createEngineMemoryStore } from './memory.ts';
import type { EngineAttempt } from './ports.ts';
import { createProbation } from './probation.ts';
import { createEngineSteps, type EngineSteps, type StepResult } from './steps.ts';

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
  /** Where several servers share the settings: whether this one checks for all of them. Else null. */
  readonly fleet?: { readonly leads: () => boolean } | null;
};

/** The service. Calls start an update and return; `status` shows it. A second one meanwhile throws `engine_update_running`. */
export type EngineUpdates = {
  readonly status: () => Promise<EngineStatus>;
  /** Asks the index. Throws AppError `invalid_request` where updating is not possible. */
  readonly check: () => void;
  /** Adopts a version; null is the pinned or the newest one. Throws AppError `invalid_request` for one in use or not pinned. */
  readonly update: (version: string | null) => void;
  /** Goes back to the version before. Throws AppError `invalid_request` when there is none. */
  readonly rollBack: () => Promise<void>;
  /** Pins a version; null unpins. */
  readonly pin: (version: string | null) => Promise<void>;
  /** Counts an inspection for the probation of a new engine. */
  readonly note: (attempt: EngineAttempt) => void;
  /** Cancels a running update; fulfilled when nothing of it is left. */
  readonly close: () => Promise<void>;
};

/** Results of failures that say nothing about a version. */
const RESULT_OF: Partial<Record<ErrorCode, UpdateResult>> = {
  origin_unreachable: 'index_unreachable',
  server_full: 'disk_full',
};

type State = EngineUpdatesNeeds & {
  readonly startedAt: number;
  readonly obstacle: UpdateObstacle | null;
  readonly memory: ReturnType<typeof createEngineMemoryStore>;
  readonly probation: ReturnType<typeof createProbation>;
  readonly steps: EngineSteps;
  readonly daily: ReturnType<typeof createDailyCheck>;
  readonly following: Following;
  readonly ending: AbortController;
  running: EngineStatus['running'];
  work: Promise<void>;
  last: LastUpdate | null;
};

/** Continues where the last run of the server ended, and checks for a newer version once a day unless that is switched off. */
export async function startEngineUpdates(needs: EngineUpdatesNeeds): Promise<EngineUpdates> {
  const state = createState(needs);
  await continueProbation(state);
  if (!state.obstacle) {
    state.daily.start();
    if (state.fleet) state.following.start();
  }
  return {
    status: () => statusOf(state),
    check() {
      refuseObstacle(state);
      const request = { by: 'operator', adopts: false, report: reporter(state) } as const;
      void begin(state, 'looking', null, () => state.steps.check(request));
    },
    update: (version) => update(state, version),
    rollBack: () => rollBack(state),
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
  const state: State = {
    ...needs,
    startedAt: clock.now(),
    obstacle: mode === 'off' ? 'switched_off' : releases.obstacle,
    memory,
    probation,
    steps: createEngineSteps({ ...needs, memory, probation, signal: ending.signal }),
    daily: createDailyCheck({ clock, duties, random, check: () => checkDaily(state) }),
    following: createFollowing({
      clock,
      duties,
      current: () => needs.host.current().version,
      isBusy: () => state.running !== null || ending.signal.aborted,
      async readMemory() {
        await memory.refresh();
        return memory.now();
      },
      adopt: (version) => follow(state, version),
    }),
    ending,
    running: null,
    work: Promise.resolve(),
    last: null,
  };
  return state;
}

/** Continues the probation of an engine that was adopted before this start. */
async function continueProbation({
  memory,
  host,
  outcomes,
  probation,
  startedAt,
}: State): Promise<void> {
  await memory.refresh();
  const { watchUntil, switched } = memory.now();
  const isSwitched = switched?.version === host.current().version;
  if (!isSwitched || watchUntil === null || watchUntil <= startedAt) return;
  // The last day has some attempts of the new engine too: its failures until now are forgiven.
  probation.begin(host.current(), await outcomes.countSince(startedAt - DAY_MS), watchUntil);
}

/** Runs a task as the only one. Throws `engine_update_running` when there is one. */
function begin(
  state: State,
  step: UpdateStep,
  version: string | null,
  task: () => Promise<StepResult | null>,
): Promise<void> {
  if (state.running || state.ending.signal.aborted) throw new AppError('engine_update_running');
  reporter(state)(step, version);
  const run = async () => {
    const end = await task().catch((error: unknown) => endOfFailure(state, step, error));
    if (end) {
      const { result, version, reason = null, platforms = [] } = end;
      state.last = { result, version, at: state.clock.now(), reason, platforms };
    }
    state.running = null;
    goBackIfWorse(state);
  };
  state.work = run();
  return state.work;
}

function endOfFailure(state: State, step: UpdateStep, error: unknown): StepResult {
  const about = { version: state.running?.version ?? null };
  if (state.ending.signal.aborted) return { ...about, result: 'interrupted' };
  state.warn('an update of the engine failed', error);
  const byStep = step === 'rolling_back' ? 'rollback_failed' : 'install_failed';
  return { ...about, result: RESULT_OF[codeOf(error)] ?? byStep };
}

function reporter(state: State) {
  return (step: UpdateStep, version: string | null): void => {
    state.running = { step, version, since: state.clock.now() };
  };
}

function goBackIfWorse(state: State): void {
  const { running, ending, probation, host, steps } = state;
  if (running || ending.signal.aborted || !probation.isWorse()) return;
  void begin(state, 'rolling_back', host.current().version, () => steps.goBack('rolled_back'));
}

async function checkDaily(state: State): Promise<boolean> {
  const { fleet, memory, host, clock } = state;
  if (fleet && !fleet.leads()) return true;
  if (state.running) return false;
  const isFree = !fleet || !isTriedElsewhere(memory.now(), host.current().version, clock.now());
  const adopts = isFree && actsAs(state) === 'auto';
  const request = { by: 'itself', adopts, report: reporter(state) } as const;
  await begin(state, 'looking', null, () => state.steps.check(request));
  return state.last?.result !== 'index_unreachable';
}

async function follow(state: State, version: string): Promise<boolean> {
  await begin(state, 'installing', version, () => state.steps.follow(version, reporter(state)));
  return state.last?.result === 'switched';
}

function update(state: State, version: string | null): void {
  refuseObstacle(state);
  const { memory, host, steps } = state;
  const { pinned } = memory.now();
  const isPinnedAway = version !== null && pinned !== null && version !== pinned;
  if (isPinnedAway || version === host.current().version)
    throw new AppError('invalid_request', {
      params: { field: 'version' },
      detail: `version ${version}`,
    });
  const request = { by: 'operator', adopts: true, report: reporter(state) } as const;
  if (version === null) void begin(state, 'looking', null, () => steps.check(request));
  else void begin(state, 'installing', version, () => steps.adopt(version, request));
}

async function rollBack(state: State): Promise<void> {
  const { steps, host } = state;
  if (!(await steps.previous())) throw new AppError('invalid_request', { detail: 'no way back' });
  const { version } = host.current();
  void begin(state, 'rolling_back', version, () => steps.goBack('rolled_back_by_operator'));
}

async function statusOf(state: State): Promise<EngineStatus> {
  const { switched, newest, beyond, pinned, refused } = state.memory.now();
  const { libraries = {}, unsupported = [] } = state.host.facts() ?? {};
  const { version, source } = state.host.current();
  const since = switched?.version === version ? switched.at : state.startedAt;
  return {
    mode: state.mode,
    actsAs: actsAs(state),
    obstacle: state.obstacle,
    hasCanaries: state.canaries.hasAny(),
    current: { version, source, since, libraries, unsupported },
    newest,
    beyond,
    pinned,
    refused,
    running: state.running,
    last: state.last,
    nextLookAt: state.daily.nextAt(),
    previous: (await state.steps.previous())?.version ?? null,
    watching: state.probation.figures(),
  };
}

function actsAs({ mode, obstacle, canaries }: State): UpdateMode {
  if (obstacle) return 'off';
  return mode === 'auto' && !canaries.hasAny() ? 'notify' : mode;
}

function refuseObstacle({ obstacle }: State): void {
  if (obstacle) throw new AppError('invalid_request', { detail: `updates: ${obstacle}` });
}

async function close(state: State): Promise<void> {
  state.daily.stop();
  state.following.stop();
  state.ending.abort(new AppError('engine_unavailable', { detail: 'closing' }));
  // What ends may have begun something else at the same moment.
  for (let seen: Promise<void> | null = null; seen !== state.work; ) {
    seen = state.work;
    await seen;
  }
  state.probation.end();
}
