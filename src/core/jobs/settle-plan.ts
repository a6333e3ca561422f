// Plans a request within the operator's limits; for the download that requests it and for the job that runs it.
import { AppError } from '../../shared/errors.ts';
import { secondsOf } from '../../shared/media/marked.ts';
import { refuseTooLong } from '../choosing/duration-limit.ts';
import type { Edit } from '../choosing/edits/edit.ts';
import { pictureLoad } from '../choosing/edits/picture-load.ts';
import type { EditPlan } from '../choosing/edits/plan-edit.ts';
import { planEdit } from '../choosing/edits/plan-edit.ts';
import { cutsOf, type LinkPlan, type Recipe } from '../choosing/plan.ts';
import { planDownload } from '../choosing/plan-download.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Inspected, Inspection } from '../inspecting/inspection.ts';
import type { LinkRequest } from './queue/job-queue.ts';

/** The operator's limits for one file. */
export type FileLimits = {
  readonly maxDurationSeconds: number;
  readonly maxFileBytes: number;
  /** For files whose video is encoded. */
  readonly maxEncodeSeconds: number;
};

/** The plan for a choice. Throws AppError `choice_unavailable`, `too_long`, `too_large`, `login_required`. */
export function settlePlan(
  inspected: Inspected,
  request: Pick<LinkRequest, 'choice' | 'pointsAt' | 'visitor'>,
  limits: FileLimits,
): LinkPlan {
  const planned = planDownload(pointedAt(inspected.inspection, request.pointsAt), request.choice);
  if ('unavailable' in planned)
    throw new AppError('choice_unavailable', { detail: planned.unavailable });
  assertWithin(limits, planned.plan, inspected.inspection);
  if (!inspected.withCookies) return planned.plan;
  // A file fetched with the operator's cookies must not reach another visitor.
  if (request.visitor === null) throw new AppError('login_required');
  const { key, wholeKey } = planned.plan;
  const ofVisitor = (one: string) => `${one} ${request.visitor}`;
  return {
    ...planned.plan,
    key: ofVisitor(key),
    ...(wholeKey !== undefined && { wholeKey: ofVisitor(wholeKey) }),
  };
}

/** The plan for an edit. Throws AppError `too_long`, and what `planEdit` throws. */
export function settleEdit({ id, receipt }: StoredFile, edit: Edit, limits: FileLimits): EditPlan {
  const plan = planEdit({ ...receipt, id }, edit);
  // By what it costs: a large picture may be encoded for fewer minutes.
  const load = encodesVideo(plan.recipe) && receipt.picture ? pictureLoad(receipt.picture) : 1;
  refuseTooLong(plan.seconds, maxSecondsOf(plan.recipe, limits) / load);
  return plan;
}

function maxSecondsOf(
  recipe: Recipe,
  {
    maxDurationSeconds,
    maxEncodeSeconds,
  }: Pick<FileLimits, 'maxDurationSeconds' | 'maxEncodeSeconds'>,
): number {
  return encodesVideo(recipe) ? maxEncodeSeconds : maxDurationSeconds;
}

/** Whether a recipe encodes video, which takes all of a processor for as long as the video lasts or longer. */
export function encodesVideo(recipe: Recipe): boolean {
  if (recipe.kind === 'slideshow') return true;
  return recipe.kind === 'encode' && recipe.picture !== null && recipe.picture !== 'copy';
}

/** The inspection with the index of the request's own link: a kept inspection has none. */
function pointedAt(inspection: Inspection, index: number | null): Inspection {
  if (index === null) return inspection;
  return { ...inspection, link: { ...inspection.link, hints: { index } } };
}

function assertWithin(limits: FileLimits, plan: LinkPlan, inspection: Inspection): void {
  const cuts = cutsOf(plan.recipe);
  const load = cuts.length > 0 && encodesVideo(plan.recipe) ? sourceLoad(inspection, plan) : 1;
  // What is cut out is decoded as well.
  const seconds = plan.seconds && plan.seconds + secondsOf(cuts);
  refuseTooLong(seconds, maxSecondsOf(plan.recipe, limits) / load);
  if ((plan.estimate.bytes ?? 0) > limits.maxFileBytes)
    throw new AppError('too_large', { params: { gigabytes: limits.maxFileBytes / 1e9 } });
}

/** By what is decoded: the pictures that were fetched, as their platform announces them. */
function sourceLoad({ items }: Inspection, { sources }: LinkPlan): number {
  const ids = new Set(sources.map((source) => (source.kind === 'track' ? source.trackId : null)));
  const loads = items
    .flatMap(({ tracks }) => tracks)
    .flatMap(({ id, picture }) => {
      if (!ids.has(id) || !picture?.width || !picture.height) return [];
      const { width, height, fps } = picture;
      return pictureLoad({ width, height, fps });
    });
  return Math.max(1, ...loads);
}
