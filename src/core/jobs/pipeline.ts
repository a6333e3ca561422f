// The one pipeline: fetch → make → check → keep. Carries out every plan.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import { type LinkedController, linkedController } from '../async/linked-controller.ts';
import { tooLongByNow } from '../choosing/duration-limit.ts';
import type { Plan, PlanOption } from '../choosing/plan.ts';
import { compareAnnounced } from '../files/checking/compare-announced.ts';
import { expectedOf } from '../files/checking/expected-file.ts';
import type { CheckedFile, FileStore, Workspace } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { createJobMeter, type JobMeter } from './job-meter.ts';
import { ProvedHeavy } from './job-queue.ts';
import type { Material, OpenedSources, OpenTask } from './material.ts';
import { DoubtfulMedia, type Failure, type NextOption, nextOption } from './next-option.ts';
import type { Checker, Fetching, MadeFile, ReadSubtitles, Transcoder } from './ports.ts';
import type { JobProgress } from './progress.ts';
import type { WorkTurn, WorkTurns } from './work-turns.ts';

/** What the pipeline works with. */
export type PipelineNeeds = {
  readonly transcoder: Transcoder;
  readonly checker: Checker;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly turns: Pick<WorkTurns, 'open'>;
  readonly maxWorkMinutes: number;
  /** A name for a plan's key, see `Tokens`. */
  readonly workKey: (planKey: string) => string;
  readonly maxDurationSeconds: number;
  readonly maxFileBytes: number;
  readonly fileTtlMs: number;
};

/** A plan, and what its file is made of. `isHeavy` as in `Job`. */
export type PlannedJob = {
  readonly plan: Plan;
  readonly material: Material;
  readonly isHeavy: boolean;
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
    end(reason) {
      const isSpent = reason === 'spent';
      const tooMuch = () => new AppError('too_much_work', { params: { minutes } });
      controller.end(isSpent ? tooMuch() : new ProvedHeavy());
    },
  });
  const start: Start = { ...job, turn, report, signal: controller.signal };
  const failures: Failure[] = [];
  try {
    for (;;) {
      const next = nextOption(
        job.plan,
        failures,
        (source) => job.material.factsOf(source).delivery,
      );
      if (!next) throw failures.at(-1)?.error;
      try {
        return await attempt(needs, start, next);
      } catch (error) {
        if (start.signal.aborted) throw error;
        failures.push({ option: next.option, error });
      }
    }
  } finally {
    turn.close();
    controller.end();
  }
}

type Start = PlannedJob & {
  readonly turn: WorkTurn;
  readonly signal: AbortSignal;
  readonly report: (progress: JobProgress) => void;
};

async function attempt(needs: PipelineNeeds, job: Start, next: NextOption): Promise<StoredFile> {
  const { option } = next;
  const meter = meterFor(needs, job.material, option, job.report);
  meter.enter('fetching');
  // A stored file is in the workspace as well, although it takes no more space there.
  const isDownloaded = option.sources.every(({ kind }) => kind === 'track');
  const factor = option.recipe.kind === 'copy' && isDownloaded ? 1 : 2;
  const bytes = (option.estimate.bytes ?? UNKNOWN_BYTES) * factor;
  const workspace = await needs.files.workspace(Math.min(bytes, 2 * needs.maxFileBytes));
  const controller = linkedController(job.signal);
  let sources: OpenedSources | undefined;
  try {
    const { folder } = workspace;
    const { signal } = controller;
    const running: Attempt = { ...job, option, meter, controller, workspace };
    const makeRoom = roomMaker(needs, running);
    const report: OpenTask['report'] = (index, progress) => {
      makeRoom();
      meter.fetched(index, progress);
    };
    sources = job.material.open({ option, folder, signal, report });
    const made = await fetchAndMake(needs, running, sources.fetchings, makeRoom);
    return await needs.files.keep(made.path, check(needs, running, made, next));
  } finally {
    controller.end();
    await sources?.close();
    await workspace.remove();
  }
}

/** A file in the workspace. `mayHaveGaps` asks for a closer check. */
type Made = MadeFile & { readonly mayHaveGaps: boolean; readonly subtitles: ReadSubtitles };

async function fetchAndMake(
  needs: PipelineNeeds,
  running: Attempt,
  fetchings: readonly Fetching[],
  makeRoom: () => void,
): Promise<Made> {
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
    signal: controller.signal,
    turn,
    report(seconds) {
      makeRoom();
      meter.written(seconds);
      const excess = tooLongByNow(seconds, needs.maxDurationSeconds);
      if (excess) controller.end(excess);
    },
  });
  const parts = await whole;
  return {
    ...made,
    mayHaveGaps: parts.some(({ mayHaveGaps }) => mayHaveGaps),
    subtitles: await subtitles,
  };
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

async function check(
  needs: PipelineNeeds,
  { option, material, meter, controller, turn }: Attempt,
  { path, mayHaveGaps, span, from, subtitles: { made, missing } }: Made,
  { key, mayBeDoubtful }: NextOption,
): Promise<CheckedFile> {
  meter.enter('checking');
  const { recipe, expect, sources } = option;
  const asked = recipe.kind === 'encode' ? recipe.span : null;
  const found = await needs.checker.check({
    path,
    container: recipe.container,
    expect: {
      ...expectedOf(option, from, span ?? asked),
      ...(missing.length > 0 && { subtitles: made.length }),
    },
    announcedSeconds: expect.durationSeconds,
    maxDurationSeconds: needs.maxDurationSeconds,
    closely: mayHaveGaps,
    isPart: recipe.kind === 'clip',
    signal: controller.signal,
    turn,
  });
  controller.signal.throwIfAborted();
  const isExact = sources.every((source) => material.factsOf(source).isExact);
  const { fault, doubt, announced } = compareAnnounced(option, found, { from, isExact });
  if (fault) throw new AppError('bad_media', { detail: fault });
  if (doubt && !mayBeDoubtful) throw new DoubtfulMedia(doubt);
  return {
    // The next request for the same tries again to get what is missing.
    workKey: needs.workKey(missing.length > 0 ? `${key}/without/${missing.join()}` : key),
    receipt: {
      ...found,
      ...(span && { span }),
      ...(announced && { announced }),
      ...(option.caveats && { caveats: option.caveats }),
      ...(option.sounds && { sounds: option.sounds }),
      ...(missing.length > 0 && { missingSubtitles: missing }),
    },
    expiresAt: needs.clock.now() + needs.fileTtlMs,
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
