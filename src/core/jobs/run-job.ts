// Runs one job of the queue: finds its material again, plans, and makes the file.

import { AppError, codeOf, ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { type LinkPlan, spanOf } from '../choosing/plan.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { type Breaker, breakerKey } from '../inspecting/egress/breaker.ts';
import { type Egresses, withRequests } from '../inspecting/egress/egresses.ts';
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { Inspected } from '../inspecting/inspection.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import { fileMaterial } from './material/file-material.ts';
import type { Material } from './material/material.ts';
import { type TrackNeeds, trackMaterial } from './material/track-material.ts';
import { makeFile, type PipelineNeeds, type Planned, type PlannedJob } from './pipeline.ts';
import type { Checker } from './ports.ts';
import type { EditRequest, LinkRequest, RunJob } from './queue/job-queue.ts';
import { encodesVideo, type FileLimits, settleEdit, settlePlan } from './settle-plan.ts';

/** What jobs need besides the pipeline. */
export type RunJobNeeds = PipelineNeeds &
  TrackNeeds &
  FileLimits & {
    readonly inspecting: Pick<Inspecting, 'find' | 'inspect'>;
    readonly breaker: Pick<Breaker, 'guardFiles'>;
    readonly egresses: Pick<Egresses, 'of'>;
    /** Keeps an egress until the returned function is called, also after an operator has removed it. */
    readonly holdEgress: (egress: string) => (() => void) | undefined;
    /** Inspects by another egress than before; null where there is none. */
    readonly inspectElsewhere: (
      inspected: Inspected,
      signal: AbortSignal,
    ) => Promise<Inspected | null>;
  };

/** Creates the function that the queue calls for each job. */
export function createRunJob(needs: RunJobNeeds): RunJob {
  return async (job, signal, report) => {
    const { request } = job;
    return request.kind === 'edit'
      ? runWays(needs, job, [await planStored(needs, request)], signal, report)
      : runLink(needs, { ...job, request }, signal, report);
  };
}

type LinkJob = Parameters<RunJob>[0] & { readonly request: LinkRequest };

/**
 * Reports to the breaker whether the platform gives the files: while it refuses those of an egress, nothing is requested there. Then, and
 * where it refuses this one, another egress is tried, once.
 */
async function runLink(
  needs: RunJobNeeds,
  job: LinkJob,
  signal: AbortSignal,
  report: Report,
): Promise<StoredFile> {
  const { link } = job.request;
  const runOn = async (inspected: Inspected, mayBeRefused = true) => {
    const { egress } = inspected.sources;
    const release = needs.holdEgress(egress);
    try {
      return await needs.breaker.guardFiles(
        breakerKey(link.platform, egress),
        link.id,
        async (onAnswer) => {
          const ways = await planLink(needs, job.request, inspected);
          return runWays(needs, job, ways, signal, (progress) => {
            if (progress.bytes > 0) onAnswer();
            report(progress);
          });
        },
        mayBeRefused,
      );
    } finally {
      release?.();
    }
  };
  const inspected = await inspectionFor(needs, job.request, signal);
  try {
    return await runOn(inspected);
  } catch (error) {
    const { code } = error instanceof AppError ? error : { code: 'internal' as const };
    const isRefused =
      code === 'blocked' || code === 'platform_paused' || ERRORS[code].refusesServer;
    if (signal.aborted || !isRefused) throw error;
    const other = await needs.inspectElsewhere(inspected, signal).catch(() => null);
    if (!other) throw error;
    return await runOn(other, code !== 'rate_limited').catch((last: unknown) => {
      throw codeOf(last) === 'platform_paused' ? error : withRequests(last, 2);
    });
  }
}

type Report = Parameters<RunJob>[2];

async function runWays(
  needs: RunJobNeeds,
  { request, isHeavy, isLong = false }: Parameters<RunJob>[0],
  ways: readonly Way[],
  signal: AbortSignal,
  report: Report,
): Promise<StoredFile> {
  let finding: unknown;
  const checker: Checker = {
    check: (task) =>
      needs.checker.check(task).catch((error: unknown) => {
        finding = error;
        throw error;
      }),
  };
  let failure: unknown;
  for (const { isFor, ...way } of ways) {
    if (isFor && !isFor(failure)) continue;
    try {
      const job = { ...way, isHeavy, isLong };
      return await makeFile({ ...needs, checker }, job, signal, report);
    } catch (error) {
      failure = error;
      if (signal.aborted) break;
      if (!(error instanceof AppError) || error.code !== 'bad_media') continue;
      const isOwn = error === finding && encodesVideo(way.plan.recipe);
      failure = blame(error, isOwn ? 'making_failed' : BLAMED[request.kind]);
    }
  }
  throw failure;
}

/** A way to the file. All but the first one are for some failures of those before. */
type Way = Omit<PlannedJob, 'isHeavy' | 'isLong'> & {
  readonly isFor?: (failure: unknown) => boolean;
};

/** What an origin does whose ranges are not what they say, or not of one file. */
const MISPLACED: ReadonlySet<ErrorCode> = new Set(['upstream_error', 'bad_media']);
const isOf = (codes: ReadonlySet<ErrorCode>) => (error: unknown) =>
  error instanceof AppError && codes.has(error.code);

const GONE: ReadonlySet<ErrorCode> = new Set(['expired']);

type LinkPlanned = { readonly plan: LinkPlan; readonly material: Material };

/** Who is to blame for media that are not as announced, unless it is a video that was encoded here and failed its check. */
const BLAMED = { link: 'bad_media', edit: 'damaged_file' } as const;

function blame(error: AppError, code: ErrorCode): AppError {
  return error.code === code ? error : new AppError(code, { cause: error, detail: error.message });
}

async function planLink(
  needs: RunJobNeeds,
  request: LinkRequest,
  inspected: Inspected,
): Promise<readonly Way[]> {
  const planFor = (inspected: Inspected, isWhole = false): LinkPlanned => {
    const lost = lostSubtitles(inspected, request);
    const isLeft = (id: string) => !lost.some((one) => one.id === id);
    const subtitles = (request.choice.subtitles ?? []).filter(isLeft);
    const plan = settlePlan(
      inspected,
      { ...request, choice: { ...request.choice, subtitles } },
      needs,
    );
    const how = { lost: lost.map(({ language }) => language), isWhole };
    return { plan, material: trackMaterial(needs, plan, inspected, how) };
  };
  const planned = planFor(inspected);
  const renew = async (at: AbortSignal) => planFor(await needs.inspectAgain(inspected, at));
  const fetched = { ...planned, renew };
  if (spanOf(planned.plan.recipe) === null) return [fetched];
  const whole = { ...planFor(inspected, true), renew, isFor: isOf(MISPLACED) };
  const cut = await cutFromWhole(needs, planned);
  // The kept file may be removed meanwhile.
  if (cut) return [{ ...cut, renew }, { ...fetched, isFor: isOf(GONE) }, whole];
  return [fetched, whole];
}

/** A part of a video whose whole file is kept is cut from that. */
async function cutFromWhole(
  needs: RunJobNeeds,
  { plan: { wholeKey, seconds, alternatives: _, ...plan }, material }: LinkPlanned,
): Promise<Planned | null> {
  const whole = wholeKey === undefined ? null : await needs.files.find(needs.workKey(wholeKey));
  if (!whole || !(await needs.files.touch(whole.id, whole.expiresAt))) return null;
  const role = whole.receipt.picture ? 'both' : 'sound';
  const sources = [{ kind: 'file', fileId: whole.id, role } as const];
  const facts = { durationSeconds: seconds, title: '' };
  return {
    plan: { ...plan, sources, alternatives: [] },
    material: {
      ...fileMaterial(needs.files, whole, facts),
      // Not those of the whole: a cut leaves them out.
      chapters: material.chapters,
      subtitles: material.subtitles,
    },
  };
}

/** The chosen subtitles that an inspection lacks: they cost their language, never the video. */
function lostSubtitles({ inspection }: Inspected, { subtitles = [] }: LinkRequest) {
  const ids = new Set(inspection.items.flatMap((item) => item.subtitles.map(({ id }) => id)));
  return subtitles.filter(({ id }) => !ids.has(id));
}

async function planStored(needs: RunJobNeeds, { fileId, edit, title }: EditRequest): Promise<Way> {
  const file = await needs.files.get(fileId);
  if (!file) throw new AppError('expired');
  // Room for the edit is made of other files first.
  await needs.files.touch(fileId, file.expiresAt);
  const plan = settleEdit(file, edit, needs);
  const facts = { durationSeconds: plan.seconds, title };
  return { plan, material: fileMaterial(needs.files, file, facts), renew: null };
}

/**
 * The inspection that the job was planned from, or a fresh one when that has expired while the job was waiting, or was made by
 * another egress.
 */
async function inspectionFor(
  { inspecting, egresses }: RunJobNeeds,
  { link, inspectionId }: LinkRequest,
  signal: AbortSignal,
): Promise<Inspected> {
  const kept = await inspecting.find(inspectionId);
  if (kept && egresses.of(link.platform).includes(kept.sources.egress)) return kept;
  return inspecting.inspect(link, { network: OWN_NETWORK, canWait: true }, signal);
}
