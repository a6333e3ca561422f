// Jobs that BullMQ failed because they stalled twice. They stay in Redis until their failure has been reported to their downloads.
import type { Job as BullJob } from 'bullmq';
import type { Signals } from '../../core/async/signals.ts';
import { AppError } from '../../shared/errors.ts';
import { type Assignment, doneOf, reportsOf, toSent } from './job-messages.ts';
import type { Sealing } from './member-table.ts';

/** The assignment in a job's data; null for what no process with this secret has put there. */
export function readAssignment(
  sealing: Sealing,
  { id = '', data }: Pick<BullJob<string>, 'id' | 'data'>,
): Assignment | null {
  const text = typeof data === 'string' ? sealing.open(data, id) : null;
  return text === null ? null : (JSON.parse(text) as Assignment);
}

/** Reports a dead job to its downloads, then removes it. Reporting twice does no harm. Rejects while Redis is unavailable. */
export async function reportDeadJob(
  { signals, sealing }: { readonly signals: Signals; readonly sealing: Sealing },
  job: BullJob<string>,
): Promise<void> {
  const assignment = readAssignment(sealing, job);
  if (assignment) {
    const end = toSent({ error: new AppError('interrupted') });
    signals.publish(reportsOf(assignment.key), { end }, 0);
    signals.publish(doneOf(assignment.run), true, 0);
  }
  await job.remove();
}

/** Reports the dead ones among the jobs of a queue, where some may have been removed by now, and returns the others. */
export async function reportDeadJobs(
  needs: Parameters<typeof reportDeadJob>[0],
  jobs: readonly (BullJob<string> | undefined)[],
): Promise<readonly BullJob<string>[]> {
  const others: BullJob<string>[] = [];
  for (const job of jobs) {
    if (job?.finishedOn) await reportDeadJob(needs, job);
    else if (job) others.push(job);
  }
  return others;
}
