// Plans a request within the operator's limits; for the download that requests it and for the job that runs it.
import { AppError } from '../../shared/errors.ts';
import { refuseTooLong } from '../choosing/duration-limit.ts';
import type { Plan } from '../choosing/plan.ts';
import { planDownload } from '../choosing/plan-download.ts';
import type { Inspected, Inspection } from '../inspecting/inspection.ts';
import type { JobRequest } from './job-queue.ts';

/** The operator's limits for one file. */
export type FileLimits = { readonly maxDurationSeconds: number; readonly maxFileBytes: number };

/** The plan. Throws AppError `choice_unavailable`, `too_long`, `too_large`, `login_required`. */
export function settlePlan(
  inspected: Inspected,
  request: Pick<JobRequest, 'choice' | 'pointsAt' | 'visitor'>,
  limits: FileLimits,
): Plan {
  const planned = planDownload(pointedAt(inspected.inspection, request.pointsAt), request.choice);
  if ('unavailable' in planned)
    throw new AppError('choice_unavailable', { detail: planned.unavailable });
  assertWithin(limits, planned.plan, inspected.inspection);
  if (!inspected.withCookies) return planned.plan;
  // A file fetched with the operator's cookies must not reach another visitor.
  if (request.visitor === null) throw new AppError('login_required');
  return { ...planned.plan, key: `${planned.plan.key} ${request.visitor}` };
}

/** The inspection with the index of the request's own link: a kept inspection has none. */
function pointedAt(inspection: Inspection, index: number | null): Inspection {
  if (index === null) return inspection;
  return { ...inspection, link: { ...inspection.link, hints: { index } } };
}

function assertWithin(limits: FileLimits, plan: Plan, { items }: Inspection): void {
  const item = items.find(({ id }) => id === plan.itemId);
  refuseTooLong(item?.durationSeconds ?? null, limits.maxDurationSeconds);
  if ((plan.estimate.bytes ?? 0) > limits.maxFileBytes)
    throw new AppError('too_large', { params: { gigabytes: limits.maxFileBytes / 1e9 } });
}
