// The one pipeline: fetch → make → check → keep. Whatever a plan was made from, it is carried out here.
import { AppError } from '../../shared/errors.ts';
import type { Item } from '../../shared/media.ts';
import type { Clock } from '../async/clock.ts';
import { tooLongByNow } from '../choosing/duration-limit.ts';
import type { Plan, PlanOption } from '../choosing/plan.ts';
import { bytesOf } from '../choosing/video-options.ts';
import type { FileStore } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Inspected, Source } from '../inspecting/inspection.ts';
import type { Thumbnails } from '../inspecting/ports.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { Checker, Fetcher, Fetching, Tags, Transcoder } from './ports.ts';
import { createWorkMeter, type WorkMeter, type WorkProgress } from './progress.ts';

/** What the pipeline is built from. */
export type PipelineNeeds = {
  readonly fetcher: Fetcher;
  readonly transcoder: Transcoder;
  readonly checker: Checker;
  readonly files: FileStore;
  readonly thumbnails: Thumbnails;
  readonly clock: Clock;
  readonly inspectAgain: (inspected: Inspected, signal: AbortSignal) => Promise<Inspected>;
  /** A name for what a plan's key stands for, see `Tokens`. */
  readonly workKey: (planKey: string) => string;
  readonly maxDurationSeconds: number;
  readonly maxFileBytes: number;
  readonly fileTtlMs: number;
};

/** One plan to carry out, with the sources it was made from. */
export type Job = { readonly plan: Plan; readonly inspected: Inspected };

/** Room set aside for a file of which nobody knows the size. */
const UNKNOWN_BYTES = 200 * 1024 ** 2;
/** A cover that is slow must not hold up the sound. */
const COVER_WAIT_MS = 3000;

/**
 * Carries out a plan. When what came is not what was announced, its first alternative is tried, once. Throws AppError;
 * nothing is left behind but the kept file.
 */
export function createPipeline(needs: PipelineNeeds) {
  return async (
    job: Job,
    signal: AbortSignal,
    report: (progress: WorkProgress) => void,
  ): Promise<StoredFile> => {
    const { plan } = job;
    try {
      return await attempt(needs, job, plan, plan.key, signal, report);
    } catch (error) {
      const [other] = plan.alternatives;
      if (!other || signal.aborted || !(error instanceof AppError) || error.code !== 'bad_media')
        throw error;
      // Not under the plan's own key: whoever asks for the same later shall have another try at what they asked for.
      return await attempt(needs, job, other, `${plan.key}/instead`, signal, report);
    }
  };
}

async function attempt(
  needs: PipelineNeeds,
  job: Job,
  option: PlanOption,
  key: string,
  outer: AbortSignal,
  report: (progress: WorkProgress) => void,
): Promise<StoredFile> {
  const { files, clock } = needs;
  const item = itemOf(job);
  const meter = createWorkMeter({
    clock,
    encodes: option.recipe.kind === 'encode',
    durationSeconds: item.durationSeconds,
    expectedBytes: option.sources.map(({ trackId }) => {
      const track = item.tracks.find(({ id }) => id === trackId);
      return track ? bytesOf(track, item.durationSeconds) : null;
    }),
    report,
  });
  meter.enter('fetching');
  const room = (option.estimate.bytes ?? UNKNOWN_BYTES) * (option.recipe.kind === 'copy' ? 1 : 2);
  const workspace = await files.workspace(Math.min(room, 2 * needs.maxFileBytes));
  const own = ownController(outer);
  const session = needs.fetcher.open(job.plan.media.platform, needs.maxFileBytes);
  try {
    const fetchings = fetchAll(needs, job, option, session, workspace.folder, own.signal, meter);
    const whole = Promise.all(fetchings.map(({ done }) => done));
    whole.then(
      () => meter.enter('making'),
      // Whoever makes the file of them fails with the same error and says so.
      () => undefined,
    );
    const made = await needs.transcoder.make({
      recipe: option.recipe,
      inputs: option.sources.map(({ role }, index) => ({
        role,
        fetching: fetchings[index] as Fetching,
      })),
      folder: workspace.folder,
      durationSeconds: item.durationSeconds,
      maxBytes: needs.maxFileBytes,
      tags: tagsOf(needs, job, option, own.signal),
      signal: own.signal,
      report: (seconds) => {
        meter.written(seconds);
        const excess = tooLongByNow(seconds, needs.maxDurationSeconds);
        if (excess) own.end(excess);
      },
    });
    const parts = await whole;
    meter.enter('checking');
    const receipt = await needs.checker.check({
      path: made.path,
      container: option.recipe.container,
      expect: option.expect,
      maxDurationSeconds: needs.maxDurationSeconds,
      closely: parts.some(({ looksHoled }) => looksHoled),
      signal: own.signal,
    });
    own.signal.throwIfAborted();
    return await files.keep(made.path, {
      workKey: needs.workKey(key),
      receipt,
      expiresAt: clock.now() + needs.fileTtlMs,
    });
  } finally {
    own.end();
    await session.close();
    await workspace.remove();
  }
}

/** Starts all sources at once; each finds its track again by its id when its address has run out. */
function fetchAll(
  needs: PipelineNeeds,
  { inspected }: Job,
  option: PlanOption,
  session: ReturnType<Fetcher['open']>,
  folder: string,
  signal: AbortSignal,
  meter: WorkMeter,
): Fetching[] {
  const found = option.sources.map(({ trackId }) => sourceOf(inspected, trackId));
  return found.map((source, index) => {
    const { trackId, role } = option.sources[index] as PlanOption['sources'][number];
    const track = tracksOf(inspected).find(({ id }) => id === trackId);
    return session.fetch({
      source,
      delivery: track?.delivery ?? 'file',
      path: `${folder}/${index}-${role}`,
      exactBytes: track?.bytesExact ? track.bytes : null,
      refresh: async () => sourceOf(await needs.inspectAgain(inspected, signal), trackId),
      signal,
      report: (progress) => meter.fetched(index, progress),
    });
  });
}

function sourceOf({ sources }: Inspected, trackId: string): Source {
  const source = sources.byId.get(trackId);
  if (!source) throw new AppError('choice_unavailable', { detail: 'the track is no longer there' });
  return source;
}

const tracksOf = ({ inspection }: Inspected) => inspection.items.flatMap(({ tracks }) => tracks);

function itemOf({ plan, inspected }: Job): Item {
  const item = inspected.inspection.items.find(({ id }) => id === plan.itemId);
  if (!item) throw new TypeError('a plan belongs to the inspection it was made from');
  return item;
}

/** Title, artist and cover for a file of sound; a cover that cannot be had is left out. */
function tagsOf(
  needs: PipelineNeeds,
  job: Job,
  option: PlanOption,
  signal: AbortSignal,
): Tags | null {
  if (option.recipe.kind !== 'encode') return null;
  const { inspection, sources } = job.inspected;
  const item = itemOf(job);
  const source = item.thumbnail ? sources.byId.get(item.thumbnail.id) : undefined;
  const cover = source
    ? coverOf(needs, { ...source, platform: inspection.link.platform }, signal)
    : Promise.resolve(null);
  // Whoever makes the file may have failed before it asked.
  cover.catch(() => undefined);
  return { title: item.title || inspection.media.title, artist: inspection.media.author, cover };
}

async function coverOf(
  { thumbnails, clock }: PipelineNeeds,
  source: Parameters<Thumbnails['render']>[0],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const own = ownController(signal);
  const callOff = clock.after(COVER_WAIT_MS, () => own.end());
  try {
    return await thumbnails.render(source, OWN_NETWORK, own.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return null;
    throw error;
  } finally {
    callOff();
    own.end();
  }
}

/** A signal that follows another one and can be ended by itself. */
function ownController(outer: AbortSignal): {
  signal: AbortSignal;
  end: (reason?: AppError) => void;
} {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    end: (reason = new AppError('cancelled')) => {
      outer.removeEventListener('abort', follow);
      controller.abort(reason);
    },
  };
}
