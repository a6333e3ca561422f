// Runs one job of the queue: finds its inspection again, plans, and makes the file.
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { Inspected } from '../inspecting/inspection.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { JobRequest, RunJob } from './job-queue.ts';
import { makeFile, type PipelineNeeds } from './pipeline.ts';
import { settlePlan } from './settle-plan.ts';

/** What jobs need besides the pipeline. */
export type RunJobNeeds = PipelineNeeds & {
  readonly inspecting: Pick<Inspecting, 'find' | 'inspect'>;
};

/** Creates the function that the queue calls for each job. */
export function createRunJob(needs: RunJobNeeds): RunJob {
  return async (request, signal, report) => {
    const inspected = await inspectionFor(needs.inspecting, request, signal);
    const plan = settlePlan(inspected, request, needs);
    return makeFile(needs, { plan, inspected }, signal, report);
  };
}

/** The inspection that the job was planned from, or a fresh one when that has expired while the job was waiting. */
async function inspectionFor(
  inspecting: RunJobNeeds['inspecting'],
  { link, inspectionId }: JobRequest,
  signal: AbortSignal,
): Promise<Inspected> {
  const kept = inspecting.find(inspectionId);
  return kept ?? inspecting.inspect(link, { network: OWN_NETWORK, canWait: true }, signal);
}
