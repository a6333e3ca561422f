// Updates of the engine while the server runs: one thing at a time, by itself once a day or when an operator wants it.
import type {
  RefusalReason,
  UpdateMode,
  UpdateObstacle,
  UpdateResult,
  UpdateStep,
} from '../../shared/engine.ts';
import { AppError, codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import type { Settings } from '../settings/ports.ts';
import type { Alarms } from '../status/alarms.ts';
import type { TakingNeeds } from './adopt-engine.ts';
import { keepEngineMemory, type RefusedEngine } from './memory.ts';
import type { EngineAttempt } from './ports.ts';
import { createEngineVigil, type VigilFigures } from './probation.ts';
import { createEngineSteps, type StepEnd } from './steps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What updating needs. `random` gives 0 to 1: servers that start together do not ask the index together. */
export type EngineUpdatesNeeds = TakingNeeds & {
  readonly mode: UpdateMode;
  readonly settings: Pick<Settings, 'read' | 'replace'>;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly alarms: Alarms;
  readonly clock: Clock;
  readonly random: () => number;
};

/** How the last thing ended. */
export type LastUpdate = {
  readonly result: UpdateResult;
  readonly version: string | null;
  readonly at: number;
  readonly reason: RefusalReason | null;
  readonly platforms: readonly PlatformId[];
};

/** Everything there is to see. Times are epoch milliseconds. */
export type EngineStatus = {
  readonly mode: UpdateMode;
  /** What the mode comes to: without canaries nothing is taken by itself. */
  readonly actsAs: UpdateMode;
  readonly obstacle: UpdateObstacle | null;
  readonly hasCanaries: boolean;
  readonly current: { readonly version: string; readonly source: string; readonly since: number };
  readonly newest: { readonly version: string; readonly at: number } | null;
  readonly nextLookAt: number | null;
  readonly pinned: string | null;
  readonly running: {
    readonly step: UpdateStep;
    readonly version: string | null;
    readonly since: number;
  } | null;
  readonly last: LastUpdate | null;
  readonly previous: string | null;
  readonly refused: readonly RefusedEngine[];
  readonly watching: VigilFigures | null;
};

/** The service. What begins goes on by itself: look at `status`. A second thing meanwhile: AppError `engine_update_running`. */
export type EngineUpdates = {
  readonly status: () => Promise<EngineStatus>;
  /** Asks the index. Throws AppError `invalid_request` where updating is not possible. */
  readonly check: () => void;
  /** Takes a version, or the pinned or newest one. Throws AppError `invalid_request` for the one in use and for another than the pinned one. */
  readonly update: (version: string | null) => void;
  /** Goes back to the version before. Throws AppError `invalid_request` when there is none. */
  readonly rollBack: () => Promise<void>;
  /** Stays with a version, or with none in particular. */
  readonly pin: (version: string | null) => Promise<void>;
  /** Told of every look at a link. */
  readonly note: (attempt: EngineAttempt) => void;
  /** Fulfilled once nothing of an update runs any more. */
  readonly close: () => Promise<void>;
};

/** What a failure says that says nothing about a version. */
const RESULT_OF: Partial<Record<ErrorCode, UpdateResult>> = {
  origin_unreachable: 'index_unreachable',
  server_full: 'disk_full',
};

/** Takes up where the last run of the server ended, and looks for a newer version once a day unless that is switched off. */
export async function startEngineUpdates(needs: EngineUpdatesNeeds): Promise<EngineUpdates> {
  const { mode, releases, host, canaries, outcomes, clock, random, warn } = needs;
  const startedAt = clock.now();
  const obstacle: UpdateObstacle | null = mode === 'off' ? 'switched_off' : releases.obstacle;
  const memory = keepEngineMemory(needs.settings, warn);
  const ending = new AbortController();
  let running: EngineStatus['running'] = null;
  let work: Promise<void> = Promise.resolve();
  let last: LastUpdate | null = null;

  const vigil = createEngineVigil({
    clock,
    onWorse: () => giveBackIfWorse(),
    onEnd: () => void memory.remember((now) => ({ ...now, watchUntil: null })),
  });
  const steps = createEngineSteps({ ...needs, memory, vigil, signal: ending.signal });

  const report = (step: UpdateStep, version: string | null) => {
    running = { step, version, since: clock.now() };
  };

  const begin = (step: UpdateStep, version: string | null, task: () => Promise<StepEnd | null>) => {
    if (running || ending.signal.aborted) throw new AppError('engine_update_running');
    report(step, version);
    const run = async () => {
      const end = await task().catch((error: unknown): StepEnd => {
        const about = { version: running?.version ?? null };
        if (ending.signal.aborted) return { ...about, result: 'interrupted' };
        warn('an update of the engine failed', error);
        const byStep = step === 'rolling_back' ? 'rollback_failed' : 'install_failed';
        return { ...about, result: RESULT_OF[codeOf(error)] ?? byStep };
      });
      if (end) {
        const { result, version, reason = null, platforms = [] } = end;
        last = { result, version, at: clock.now(), reason, platforms };
      }
      running = null;
      giveBackIfWorse();
    };
    work = run();
    return work;
  };

  const giveBackIfWorse = () => {
    if (running || ending.signal.aborted || !vigil.isWorse()) return;
    void begin('rolling_back', host.current().version, () => steps.goBack('rolled_back'));
  };

  const actsAs = (): UpdateMode => {
    if (obstacle) return 'off';
    return mode === 'auto' && !canaries.areThere() ? 'notify' : mode;
  };
  const refuseObstacle = () => {
    if (obstacle) throw new AppError('invalid_request', { detail: `updates: ${obstacle}` });
  };
  const daily = createDailyLook({
    clock,
    random,
    look: async () => {
      if (running) return false;
      const wish = { by: 'itself', takes: actsAs() === 'auto', report } as const;
      await begin('looking', null, () => steps.look(wish));
      return last?.result !== 'index_unreachable';
    },
  });

  await memory.refresh();
  const { watchUntil, switched } = memory.now();
  const isSwitched = switched?.version === host.current().version;
  if (isSwitched && watchUntil !== null && watchUntil > startedAt) {
    // The last day holds some attempts of the new one too; what it spoilt since is forgiven.
    vigil.begin(host.current(), await outcomes.countSince(startedAt - DAY_MS), watchUntil);
  }
  if (!obstacle) daily.start();

  return {
    async status() {
      const { switched, newest, pinned, refused } = memory.now();
      const { version, source } = host.current();
      const since = switched?.version === version ? switched.at : startedAt;
      return {
        mode,
        actsAs: actsAs(),
        obstacle,
        hasCanaries: canaries.areThere(),
        current: { version, source, since },
        newest,
        pinned,
        refused,
        running,
        last,
        nextLookAt: daily.nextAt(),
        previous: (await steps.previous())?.version ?? null,
        watching: vigil.figures(),
      };
    },
    check() {
      refuseObstacle();
      void begin('looking', null, () => steps.look({ by: 'operator', takes: false, report }));
    },
    update(version) {
      refuseObstacle();
      const { pinned } = memory.now();
      const isPinnedAway = version !== null && pinned !== null && version !== pinned;
      if (isPinnedAway || version === host.current().version)
        throw new AppError('invalid_request', {
          params: { field: 'version' },
          detail: `version ${version}`,
        });
      const wish = { by: 'operator', takes: true, report } as const;
      if (version === null) void begin('looking', null, () => steps.look(wish));
      else void begin('installing', version, () => steps.take(version, wish));
    },
    async rollBack() {
      if (!(await steps.previous()))
        throw new AppError('invalid_request', { detail: 'no way back' });
      void begin('rolling_back', host.current().version, () =>
        steps.goBack('rolled_back_by_operator'),
      );
    },
    async pin(version) {
      await memory.refresh();
      await memory.change((now) => ({ ...now, pinned: version }));
    },
    note: vigil.note,
    async close() {
      daily.stop();
      ending.abort(new AppError('engine_unavailable', { detail: 'closing' }));
      // What ends may have begun something else in the same moment.
      for (let seen: Promise<void> | null = null; seen !== work; ) {
        seen = work;
        await seen;
      }
      vigil.end();
    },
  };
}

/** Looks some minutes after the start and then once a day; ever more rarely while `look` answers false, which is no result. */
function createDailyLook(needs: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly look: () => Promise<boolean>;
}): { start: () => void; stop: () => void; nextAt: () => number | null } {
  const { clock, random } = needs;
  let nextAt: number | null = null;
  let callOff: () => void = () => undefined;
  let isStopped = false;
  let failures = 0;
  const plan = (delayMs: number) => {
    if (isStopped) return;
    nextAt = Math.round(clock.now() + delayMs);
    callOff = clock.after(delayMs, () => void run());
  };
  const run = async () => {
    const isGood = await needs.look();
    failures = isGood ? 0 : failures + 1;
    if (isGood) plan((22 + 4 * random()) * HOUR_MS);
    else plan(Math.min(DAY_MS, HOUR_MS * 2 ** (failures - 1)) * (0.9 + 0.2 * random()));
  };
  return {
    start: () => plan((5 + 10 * random()) * MINUTE_MS),
    stop() {
      isStopped = true;
      callOff();
    },
    nextAt: () => nextAt,
  };
}
