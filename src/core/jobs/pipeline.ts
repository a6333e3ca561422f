// The one pipeline: fetch → make → check → keep. Carries out every plan.
import { AppError } from '../../shared/errors.ts';
import type { Item } from '../../shared/media.ts';
import type { Clock } from '../async/clock.ts';
import { type LinkedController, linkedController } from '../async/linked-controller.ts';
import { tooLongByNow } from '../choosing/duration-limit.ts';
import type { Plan, PlannedSource, PlanOption } from '../choosing/plan.ts';
import { bytesOf } from '../choosing/video-options.ts';
import type { FileStore } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Inspected, Source } from '../inspecting/inspection.ts';
import { createJobMeter, type JobMeter } from './job-meter.ts';
import type { Checker, Fetcher, Fetching, FetchSession, Transcoder } from './ports.ts';
import type { JobProgress } from './progress.ts';
import { type TagNeeds, tagsFor } from './tags.ts';

/** What the pipeline works with. */
export type PipelineNeeds = TagNeeds & {
  readonly fetcher: Fetcher;
  readonly transcoder: Transcoder;
  readonly checker: Checker;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly inspectAgain: (inspected: Inspected, signal: AbortSignal) => Promise<Inspected>;
  /** A name for a plan's key, see `Tokens`. */
  readonly workKey: (planKey: string) => string;
  readonly maxDurationSeconds: number;
  readonly maxFileBytes: number;
  readonly fileTtlMs: number;
};

/** A plan, and the inspection it was made from. */
export type PlannedJob = { readonly plan: Plan; readonly inspected: Inspected };

/** One attempt at a plan, with its meter and its controller. */
type Attempt = PlannedJob & {
  readonly option: PlanOption;
  readonly item: Item;
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
  const item = itemOf(job);
  const meter = meterFor(needs, item, option, report);
  meter.enter('fetching');
  const factor = option.recipe.kind === 'copy' ? 1 : 2;
  const bytes = (option.estimate.bytes ?? UNKNOWN_BYTES) * factor;
  const workspace = await needs.files.workspace(Math.min(bytes, 2 * needs.maxFileBytes));
  const controller = linkedController(signal);
  const session = needs.fetcher.open(job.plan.media.platform, needs.maxFileBytes);
  try {
    const running: Attempt = { ...job, option, item, meter, controller };
    const made = await fetchAndMake(needs, running, session, workspace.folder);
    const receipt = await check(needs, running, made);
    controller.signal.throwIfAborted();
    return await needs.files.keep(made.path, {
      workKey: needs.workKey(key),
      receipt,
      expiresAt: needs.clock.now() + needs.fileTtlMs,
    });
  } finally {
    controller.end();
    await session.close();
    await workspace.remove();
  }
}

/** A file in the workspace. `mayHaveGaps` asks for a closer check. */
type Made = { readonly path: string; readonly mayHaveGaps: boolean };

async function fetchAndMake(
  needs: PipelineNeeds,
  running: Attempt,
  session: FetchSession,
  folder: string,
): Promise<Made> {
  const { option, item, meter, controller } = running;
  const fetchings = openSources(needs, running, session, folder);
  const whole = Promise.all(fetchings.map(({ done }) => done));
  whole.then(
    () => meter.enter('making'),
    // The transcoder fails with the same error and reports it.
    () => undefined,
  );
  const { path } = await needs.transcoder.make({
    recipe: option.recipe,
    inputs: option.sources.map(({ role }, index) => ({
      role,
      fetching: fetchings[index] as Fetching,
    })),
    folder,
    durationSeconds: item.durationSeconds,
    maxBytes: needs.maxFileBytes,
    tags: tagsFor(needs, running.inspected, item, option, controller.signal),
    signal: controller.signal,
    report(seconds) {
      meter.written(seconds);
      const excess = tooLongByNow(seconds, needs.maxDurationSeconds);
      if (excess) controller.end(excess);
    },
  });
  const parts = await whole;
  return { path, mayHaveGaps: parts.some(({ mayHaveGaps }) => mayHaveGaps) };
}

function check(needs: PipelineNeeds, { option, meter, controller }: Attempt, made: Made) {
  meter.enter('checking');
  return needs.checker.check({
    path: made.path,
    container: option.recipe.container,
    expect: option.expect,
    maxDurationSeconds: needs.maxDurationSeconds,
    closely: made.mayHaveGaps,
    signal: controller.signal,
  });
}

/** Opens all sources at once. */
function openSources(
  needs: PipelineNeeds,
  running: Attempt,
  session: FetchSession,
  folder: string,
): Fetching[] {
  // Throws for a missing track before the first fetch starts.
  const known = running.option.sources.map((planned) => ({
    planned,
    source: sourceOf(running.inspected, planned.trackId),
  }));
  return known.map(({ planned, source }, index) => {
    const path = `${folder}/${index}-${planned.role}`;
    return openTrack(needs, running, session, { planned, source, path, index });
  });
}

/** A track to fetch, its address, the file to write and its position among the sources. */
type TrackTask = {
  readonly planned: PlannedSource;
  readonly source: Source;
  readonly path: string;
  readonly index: number;
};

/** Starts to fetch a track. When its address has expired, it is found again by its id in a fresh inspection. */
function openTrack(
  needs: PipelineNeeds,
  { inspected, meter, controller }: Attempt,
  session: FetchSession,
  { planned: { trackId }, source, path, index }: TrackTask,
): Fetching {
  const { signal } = controller;
  const track = tracksOf(inspected).find(({ id }) => id === trackId);
  return session.fetch({
    source,
    delivery: track?.delivery ?? 'file',
    path,
    exactBytes: track?.bytesExact ? track.bytes : null,
    refresh: async () => sourceOf(await needs.inspectAgain(inspected, signal), trackId),
    signal,
    report: (progress) => meter.fetched(index, progress),
  });
}

function meterFor(
  { clock }: PipelineNeeds,
  item: Item,
  { recipe, sources }: PlanOption,
  report: (progress: JobProgress) => void,
): JobMeter {
  const expectedBytes = sources.map(({ trackId }) => {
    const track = item.tracks.find(({ id }) => id === trackId);
    return track ? bytesOf(track, item.durationSeconds) : null;
  });
  const { durationSeconds } = item;
  return createJobMeter({
    clock,
    encodes: recipe.kind === 'encode',
    durationSeconds,
    expectedBytes,
    report,
  });
}

function sourceOf({ sources }: Inspected, trackId: string): Source {
  const source = sources.byId.get(trackId);
  if (!source) throw new AppError('choice_unavailable', { detail: 'the track is no longer there' });
  return source;
}

const tracksOf = ({ inspection }: Inspected) => inspection.items.flatMap(({ tracks }) => tracks);

function itemOf({ plan, inspected }: PlannedJob): Item {
  const item = inspected.inspection.items.find(({ id }) => id === plan.itemId);
  if (!item) throw new TypeError('a plan belongs to the inspection it was made from');
  return item;
}
