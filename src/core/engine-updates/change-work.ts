// The change that is running, of which there is one at a time, and how the last one ended; keeps the log of changes.
import {
  type ChangeKind,
  type ChangePart,
  SETUP_PARTS,
  type UpdateResult,
  type UpdateStep,
} from '../../shared/engine.ts';
import { AppError, codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { EngineStatus, LastUpdate } from './engine-status.ts';
import type { EngineMemoryStore } from './memory.ts';
import { withChange } from './setup/setup-memory.ts';
import type { StepResult } from './step.ts';

/** What a task begins with; by default about the engine, and by the server itself. */
export type Beginning = {
  readonly step: UpdateStep;
  readonly version: string | null;
  readonly what?: ChangeKind;
  readonly by?: string | null;
};

export type ChangeWork = {
  readonly running: () => EngineStatus['running'];
  readonly last: () => LastUpdate | null;
  /** Whether a task runs, or none may begin any more. */
  readonly isBusy: () => boolean;
  /** Runs a task as the only one. Throws `engine_update_running` when there is one. */
  readonly begin: (beginning: Beginning, task: () => Promise<StepResult | null>) => Promise<void>;
  readonly report: (what?: ChangeKind) => (step: UpdateStep, version: string | null) => void;
  /** Resolves when nothing runs and nothing else has begun. */
  readonly ended: () => Promise<void>;
};

type Needs = {
  readonly memory: EngineMemoryStore;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
  readonly signal: AbortSignal;
  /** Called after each task. */
  readonly onEnd: () => void;
};

/** Results of failures that say nothing about a version. */
const RESULT_OF: Partial<Record<ErrorCode, UpdateResult>> = {
  origin_unreachable: 'index_unreachable',
  server_full: 'disk_full',
};
/** Results that change nothing. */
const NO_CHANGE: ReadonlySet<UpdateResult> = new Set([
  'up_to_date',
  'available',
  'index_unreachable',
]);

/** Creates it; nothing runs. */
export function createChangeWork(needs: Needs): ChangeWork {
  const { memory, clock, signal } = needs;
  let running: EngineStatus['running'] = null;
  let last: LastUpdate | null = null;
  let work: Promise<void> = Promise.resolve();
  const report: ChangeWork['report'] =
    (what = 'engine') =>
    (step, version) => {
      running = { what, step, version, since: clock.now() };
    };
  const remember = async (
    what: ChangeKind,
    by: string | null,
    { result, version, libraries = {}, reason = null, ...more }: StepResult,
  ) => {
    const at = clock.now();
    const { platforms = [], isAgain = false } = more;
    if (what === 'engine') last = { result, version, libraries, at, reason, platforms };
    if (isAgain || NO_CHANGE.has(result)) return;
    const { from = [], to = [], details = '', isTried = true } = more;
    const isOfLibraries = Object.keys(libraries).length > 0;
    const parts = more.parts ?? usualParts(what, isOfLibraries);
    const entry = { at, what, parts, by, from, to, result, reason, platforms, details, isTried };
    await memory.remember((now) => ({ ...now, changes: withChange(now.changes, entry) }));
  };
  return {
    running: () => running,
    last: () => last,
    isBusy: () => running !== null || signal.aborted,
    report,
    begin({ step, version, what = 'engine', by = null }, task) {
      if (running || signal.aborted) throw new AppError('engine_update_running');
      report(what)(step, version);
      const run = async () => {
        const end = await task().catch((error: unknown) =>
          endOfFailure(needs, { what, step, version: running?.version ?? null }, error),
        );
        if (end) await remember(what, by, end);
        running = null;
        needs.onEnd();
      };
      work = run();
      return work;
    },
    async ended() {
      // What ends may have begun something else at the same moment.
      for (let seen: Promise<void> | null = null; seen !== work; ) {
        seen = work;
        await seen;
      }
    },
  };
}

function usualParts(what: ChangeKind, isOfLibraries: boolean): readonly ChangePart[] {
  if (what === 'setup') return SETUP_PARTS;
  return [isOfLibraries ? 'libraries' : what];
}

function endOfFailure(
  { signal, warn }: Needs,
  { what, step, version }: { what: ChangeKind; step: UpdateStep; version: string | null },
  error: unknown,
): StepResult {
  if (signal.aborted) return { version, result: 'interrupted' };
  warn('a change of the engine failed', error);
  if (step === 'rolling_back') return { version, result: 'rollback_failed' };
  if (what === 'engine') return { version, result: RESULT_OF[codeOf(error)] ?? 'install_failed' };
  return { version, result: 'refused', reason: 'does_not_start', details: codeOf(error) };
}
