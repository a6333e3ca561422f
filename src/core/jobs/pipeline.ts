// The one pipeline: fetch → make → check → keep. Carries out every plan.
import { AppError } from '../../shared/errors.ts';
import { type LinkedController, linkedController } from '../async/linked-controller.ts';
import { tooLongByNow } from '../choosing/duration-limit.ts';
import type { Plan, PlannedSource, PlanOption } from '../choosing/plan.ts';
import type { CheckedFile, FileStore, Workspace } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { type CheckingNeeds, checkMade, type MadeOfParts } from './check-made.ts';
import { type Doubt, DoubtfulMedia, leastDoubtful } from './doubts.ts';
import { createJobMeter, type JobMeter } from './job-meter.ts';
import type { Material, OpenedSources, OpenTask } from './material/material.ts';
import { type Failure, isRefusal, type NextOption, nameOf, nextOption } from './next-option.ts';
import { createOffer, type EarlyNeeds } from './offer-early.ts';
import type { Fetching, MakeTask, Transcoder } from './ports.ts';
import type { JobProgress } from './progress.ts';
import { ProvedHeavy } from './queue/job-queue.ts';
import type { WorkTurn, WorkTurns } from './work-turns.ts';

/** What the pipeline works with. */
export type PipelineNeeds = CheckingNeeds &
  EarlyNeeds & {
    readonly transcoder: Transcoder;
    readonly files: FileStore;
    readonly turns: Pick<WorkTurns, 'open'>;
    readonly maxWorkMinutes: number;
    readonly maxFileBytes: number;
  };

/** A plan, and what its file is made of. */
export type Planned = { readonly plan: Plan; readonly material: Material };

/**
 * A job. `isHeavy` as in `Job`, `isLong` as in `RunJob`. `renew` plans again after another inspection, null for an edit. Throws AppError.
 */
export type PlannedJob = Planned & {
  readonly isHeavy: boolean;
  readonly isLong: boolean;
  readonly renew: ((signal: AbortSignal) => Promise<Planned>) | null;
};

/** One attempt at a plan, with its meter and its controller. */
type Attempt = PlannedJob & {
  readonly option: PlanOption;
  readonly meter: JobMeter;
  readonly controller: LinkedController;
  readonly turn: WorkTurn;
  readonly workspace: Workspace;
};

/** Disk space that is reserved for a file of unknown size. */
const UNKNOWN_BYTES = 200 * 1024 ** 2;
/** How often room is made for what is written beyond it. */
const ROOM_EVERY_MS = 2000;

/**
 * Executes a plan, and the best of its alternatives when the media are damaged, doubtful or refused. Throws AppError; leaves nothing
 * behind but the kept file.
 */
export async function makeFile(
  needs: PipelineNeeds,
  job: PlannedJob,
  signal: AbortSignal,
  report: (progress: JobProgress) => void,
): Promise<StoredFile> {
  const controller = linkedController(signal);
  const minutes = needs.maxWorkMinutes;
  // One account for everything that the job does on this machine.
  const turn = needs.turns.open({
    isHeavy: job.isHeavy,
    isLong: job.isLong,
    end(reason) {
      const isSpent = reason === 'spent';
      const tooMuch = () => new AppError('too_much_work', { params: { minutes } });
      controller.end(isSpent ? tooMuch() : new ProvedHeavy());
    },
  });
  const workspaces: Workspace[] = [];
  const arrived = new Map<string, Fetching>();
  const { signal: ending } = controller;
  let start: Start = { ...job, turn, report, signal: ending, workspaces, arrived };
  const failures: Failure[] = [];
  const doubtful: DoubtfulFile[] = [];
  let isRenewed = false;
  try {
    for (;;) {
      const next = nextOption(
        start.plan,
        failures,
        (source) => start.material.factsOf(source).delivery,
      );
      if (!next) break;
      const before = leastDoubtful(doubtful);
      const { kept, error, held } = await attempt(needs, start, next, before).catch(
        (error: unknown): Attempted => ({ kept: null, error, held: null }),
      );
      if (kept) return kept;
      if (held) doubtful.push(held);
      failures.push({
        option: next.option,
        error: start.signal.aborted ? start.signal.reason : error,
      });
      // What is held was paid for, even if there is no time for another one.
      if (start.signal.aborted) break;
      const isEmpty = error instanceof DoubtfulMedia && error.doubt === 'empty';
      if (!isEmpty || isRenewed || !job.renew) continue;
      // The same item may have more in a moment; what is known of it counts where it cannot be inspected again.
      isRenewed = true;
      const renewed = await job.renew(start.signal).catch(() => null);
      if (start.signal.aborted || !renewed) continue;
      start = { ...start, ...renewed };
      failures.length = 0;
      arrived.clear();
    }
    signal.throwIfAborted();
    const best = leastDoubtful(doubtful);
    if (best) return await needs.files.keep(best.path, best.checked);
    throw failures.at(-1)?.error;
  } finally {
    turn.close();
    controller.end();
    await Promise.all(workspaces.map((workspace) => workspace.remove()));
  }
}

type Start = PlannedJob & {
  readonly turn: WorkTurn;
  readonly signal: AbortSignal;
  readonly report: (progress: JobProgress) => void;
  /** Those that are still needed when their attempt has ended. */
  readonly workspaces: Workspace[];
  /** Sources that an attempt fetched before another one of its sources was refused. */
  readonly arrived: Map<string, Fetching>;
};

/** A good file in its workspace that is kept if no other option has more. */
type DoubtfulFile = {
  readonly path: string;
  readonly checked: CheckedFile;
  readonly doubt: Doubt;
};

/** What an attempt came to: a kept file, or why not, and the file if that is only a doubt. */
type Attempted = {
  readonly kept: StoredFile | null;
  readonly error: unknown;
  readonly held: DoubtfulFile | null;
};

async function attempt(
  needs: PipelineNeeds,
  job: Start,
  next: NextOption,
  before: DoubtfulFile | undefined,
): Promise<Attempted> {
  const { option } = next;
  const { instead } = next;
  const meter = meterFor(needs, job.material, option, (progress) =>
    job.report({ ...progress, ...(instead && { instead }) }),
  );
  meter.enter('fetching');
  // A stored file is in the workspace as well, although it takes no more space there.
  const isDownloaded = option.sources.every(({ kind }) => kind === 'track');
  const factor = option.recipe.kind === 'copy' && isDownloaded ? 1 : 2;
  const bytes = (option.estimate.bytes ?? UNKNOWN_BYTES) * factor;
  const workspace = await needs.files.workspace(Math.min(bytes, 2 * needs.maxFileBytes));
  const controller = linkedController(job.signal);
  let sources: OpenedSources | undefined;
  const offer = createOffer(needs, next, job.material, meter.offered);
  let [kept, failure]: [StoredFile | null, unknown] = [null, null];
  const whole = new Set<number>();
  let isHeld = false;
  try {
    const { folder } = workspace;
    const { signal } = controller;
    const running: Attempt = { ...job, option, meter, controller, workspace };
    const makeRoom = roomMaker(needs, running);
    const report: OpenTask['report'] = (index, progress) => {
      makeRoom();
      meter.fetched(index, progress);
    };
    sources = job.material.open({ option, folder, signal, report, arrived: job.arrived });
    const { fetchings } = sources;
    for (const [index, { done }] of fetchings.entries())
      done.then(
        () => whole.add(index),
        () => undefined,
      );
    // A file that must have more than the one before shows that when it is whole.
    const onArriving = before ? () => undefined : offer.onArriving;
    const made = await fetchAndMake(needs, running, fetchings, { makeRoom, onArriving });
    meter.enter('checking');
    const held = before ? { doubt: before.doubt, receipt: before.checked.receipt } : null;
    const checking = checkMade(needs, { ...running, ...next, held, signal }, made);
    const asKept = checking.then(({ checked, doubt }) => {
      if (doubt) throw doubt;
      return { ...checked, ...offer.etagOf(made) };
    });
    try {
      kept = await needs.files.keep(made.path, asKept);
      return { kept, error: null, held: null };
    } catch (error) {
      failure = error;
      const { checked, doubt } = await checking;
      if (!doubt || error !== doubt) throw error;
      isHeld = true;
      const { doubt: why } = doubt;
      return { kept: null, error, held: { path: made.path, checked, doubt: why } };
    }
  } catch (error) {
    failure = error;
    isHeld = isRefusal(error) && whole.size > 0;
    for (const index of isHeld ? whole : [])
      job.arrived.set(
        nameOf(option.sources[index] as PlannedSource),
        sources?.fetchings[index] as Fetching,
      );
    throw error;
  } finally {
    offer.end(kept, failure);
    controller.end();
    await sources?.close();
    if (isHeld) job.workspaces.push(workspace);
    else await workspace.remove();
  }
}

async function fetchAndMake(
  needs: PipelineNeeds,
  running: Attempt,
  fetchings: readonly Fetching[],
  {
    makeRoom,
    onArriving,
  }: { readonly makeRoom: () => void } & Pick<Required<MakeTask>, 'onArriving'>,
): Promise<MadeOfParts> {
  const { option, material, meter, controller, turn, workspace } = running;
  const whole = Promise.all(fetchings.map(({ done }) => done));
  whole.then(
    () => meter.enter('making'),
    // The transcoder fails with the same error and reports it.
    () => undefined,
  );
  const subtitles = material.subtitles(option, controller.signal);
  const made = await needs.transcoder.make({
    recipe: option.recipe,
    inputs: option.sources.map(({ role }, index) => ({
      role,
      fetching: fetchings[index] as Fetching,
    })),
    folder: workspace.folder,
    durationSeconds: material.durationSeconds,
    maxBytes: needs.maxFileBytes,
    tags: material.tags(option, controller.signal),
    subtitles,
    chapters: material.chapters,
    signal: controller.signal,
    turn,
    onArriving,
    report(seconds) {
      makeRoom();
      meter.written(seconds);
      const excess = tooLongByNow(seconds, needs.maxDurationSeconds);
      if (excess) controller.end(excess);
    },
  });
  const parts = await whole;
  return { ...made, parts, subtitles: await subtitles };
}

/** Files of others make way only for bytes that come. */
function roomMaker({ clock }: PipelineNeeds, { workspace, controller }: Attempt): () => void {
  let madeAt = clock.monotonic();
  return () => {
    if (clock.monotonic() - madeAt < ROOM_EVERY_MS) return;
    madeAt = clock.monotonic();
    workspace.makeRoom().catch((cause: unknown) => {
      controller.end(cause instanceof AppError ? cause : new AppError('storage_failed', { cause }));
    });
  };
}

function meterFor(
  { clock }: PipelineNeeds,
  { durationSeconds, factsOf }: Material,
  { recipe, sources }: PlanOption,
  report: (progress: JobProgress) => void,
): JobMeter {
  return createJobMeter({
    clock,
    encodes: recipe.kind === 'encode' || recipe.kind === 'slideshow',
    isStored: sources.every(({ kind }) => kind === 'file'),
    durationSeconds,
    expectedBytes: sources.map((source) => factsOf(source).bytes),
    report,
  });
}
