// The one pipeline: fetch → make → check → keep. Carries out every plan.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import { type LinkedController, linkedController } from '../async/linked-controller.ts';
import type { Span } from '../choosing/choice.ts';
import { tooLongByNow } from '../choosing/duration-limit.ts';
import type { Plan, PlanOption } from '../choosing/plan.ts';
import type { CheckedFile, FileStore } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { createJobMeter, type JobMeter } from './job-meter.ts';
import type { Material, OpenedSources } from './material.ts';
import type { Checker, Fetching, Transcoder } from './ports.ts';
import type { JobProgress } from './progress.ts';

/** What the pipeline works with. */
export type PipelineNeeds = {
  readonly transcoder: Transcoder;
  readonly checker: Checker;
  readonly files: FileStore;
  readonly clock: Clock;
  /** A name for a plan's key, see `Tokens`. */
  readonly workKey: (planKey: string) => string;
  readonly maxDurationSeconds: number;
  readonly maxFileBytes: number;
  readonly fileTtlMs: number;
};

/** A plan, and what its file is made of. */
export type PlannedJob = { readonly plan: Plan; readonly material: Material };

/** One attempt at a plan, with its meter and its controller. */
type Attempt = PlannedJob & {
  readonly option: PlanOption;
  readonly meter: JobMeter;
  readonly controller: LinkedController;
};

/** Disk space that is reserved for a file of unknown size. */
const UNKNOWN_BYTES = 200 * 1024 ** 2;

/**
 * Executes a plan, and its first alternative when the media are not as announced. Throws AppError; leaves nothing
 * behind but the kept file.
 */
export async function makeFile(
  needs: PipelineNeeds,
  job: PlannedJob,
  signal: AbortSignal,
  report: (progress: JobProgress) => void,
): Promise<StoredFile> {
  const { plan } = job;
  try {
    return await attempt(needs, job, plan, plan.key, signal, report);
  } catch (error) {
    const [other] = plan.alternatives;
    if (!other || signal.aborted || !(error instanceof AppError) || error.code !== 'bad_media')
      throw error;
    // Not under the plan's own key: the next request tries the plan's first option again.
    return await attempt(needs, job, other, `${plan.key}/instead`, signal, report);
  }
}

async function attempt(
  needs: PipelineNeeds,
  job: PlannedJob,
  option: PlanOption,
  key: string,
  signal: AbortSignal,
  report: (progress: JobProgress) => void,
): Promise<StoredFile> {
  const meter = meterFor(needs, job.material, option, report);
  meter.enter('fetching');
  // A stored file is in the workspace as well, although it takes no more space there.
  const isDownloaded = option.sources.every(({ kind }) => kind === 'track');
  const factor = option.recipe.kind === 'copy' && isDownloaded ? 1 : 2;
  const bytes = (option.estimate.bytes ?? UNKNOWN_BYTES) * factor;
  const workspace = await needs.files.workspace(Math.min(bytes, 2 * needs.maxFileBytes));
  const controller = linkedController(signal);
  let sources: OpenedSources | undefined;
  try {
    const { folder } = workspace;
    const { signal } = controller;
    sources = job.material.open({ option, folder, signal, report: meter.fetched });
    const running: Attempt = { ...job, option, meter, controller };
    const made = await fetchAndMake(needs, running, sources.fetchings, folder);
    return await needs.files.keep(made.path, check(needs, running, made, key));
  } finally {
    controller.end();
    await sources?.close();
    await workspace.remove();
  }
}

/** A file in the workspace. `mayHaveGaps` asks for a closer check; `span` is the part of the source that it holds. */
type Made = {
  readonly path: string;
  readonly mayHaveGaps: boolean;
  readonly span: Span | null;
};

async function fetchAndMake(
  needs: PipelineNeeds,
  running: Attempt,
  fetchings: readonly Fetching[],
  folder: string,
): Promise<Made> {
  const { option, material, meter, controller } = running;
  const whole = Promise.all(fetchings.map(({ done }) => done));
  whole.then(
    () => meter.enter('making'),
    // The transcoder fails with the same error and reports it.
    () => undefined,
  );
  const { path, span } = await needs.transcoder.make({
    recipe: option.recipe,
    inputs: option.sources.map(({ role }, index) => ({
      role,
      fetching: fetchings[index] as Fetching,
    })),
    folder,
    durationSeconds: material.durationSeconds,
    maxBytes: needs.maxFileBytes,
    tags: material.tags(option, controller.signal),
    subtitles: material.subtitles(controller.signal),
    signal: controller.signal,
    report(seconds) {
      meter.written(seconds);
      const excess = tooLongByNow(seconds, needs.maxDurationSeconds);
      if (excess) controller.end(excess);
    },
  });
  const parts = await whole;
  return { path, span, mayHaveGaps: parts.some(({ mayHaveGaps }) => mayHaveGaps) };
}

async function check(
  needs: PipelineNeeds,
  { option, meter, controller }: Attempt,
  { path, mayHaveGaps, span }: Made,
  key: string,
): Promise<CheckedFile> {
  meter.enter('checking');
  const durationSeconds = span
    ? span.endSeconds - span.startSeconds
    : option.expect.durationSeconds;
  const receipt = await needs.checker.check({
    path,
    container: option.recipe.container,
    expect: { ...option.expect, durationSeconds },
    maxDurationSeconds: needs.maxDurationSeconds,
    closely: mayHaveGaps,
    signal: controller.signal,
  });
  controller.signal.throwIfAborted();
  return {
    workKey: needs.workKey(key),
    receipt: span ? { ...receipt, span } : receipt,
    expiresAt: needs.clock.now() + needs.fileTtlMs,
  };
}

function meterFor(
  { clock }: PipelineNeeds,
  { durationSeconds, expectedBytes }: Material,
  { recipe, sources }: PlanOption,
  report: (progress: JobProgress) => void,
): JobMeter {
  return createJobMeter({
    clock,
    encodes: recipe.kind === 'encode' || recipe.kind === 'slideshow',
    isStored: sources.every(({ kind }) => kind === 'file'),
    durationSeconds,
    expectedBytes: sources.map(expectedBytes),
    report,
  });
}
