// The queue of jobs within one process, with jobs that end as the test says.

import type { StoredFile } from '../../../src/core/files/stored-file.ts';
import type { JobProgress } from '../../../src/core/jobs/progress.ts';
import { createFairQueue } from '../../../src/core/jobs/queue/fair-queue.ts';
import type { Job, JobEnd, JobRequest } from '../../../src/core/jobs/queue/job-queue.ts';
import { createManualClock } from './manual-clock.ts';

/** The file of a finished job. */
export const FILE = { id: 'f' } as StoredFile;

/** A job that ends when the test says so, and what became of it. */
export function openJob(key: string) {
  let { promise, resolve, reject } = Promise.withResolvers<StoredFile>();
  let signal: AbortSignal | undefined;
  let report: ((progress: JobProgress) => void) | undefined;
  return {
    key,
    resolve: (file: StoredFile) => resolve(file),
    reject: (error: unknown) => reject(error),
    /** From now on it is a run that has not started. */
    again() {
      ({ promise, resolve, reject } = Promise.withResolvers<StoredFile>());
      signal = undefined;
    },
    started: () => signal !== undefined,
    aborted: () => signal?.aborted ?? false,
    reason: () => signal?.reason?.code,
    report: (percent: number) => report?.({ percent } as JobProgress),
    run(...given: [AbortSignal, (progress: JobProgress) => void]) {
      [signal, report] = given;
      return promise;
    },
  };
}

/** The queue, a way to join it, and what each download was called with. */
export function stage(maxRunning = 2, maxHeavy = 1) {
  const runs = new Map<JobRequest, ReturnType<typeof openJob>['run']>();
  const clock = createManualClock();
  const slots = { maxRunning, maxHeavy };
  const queue = createFairQueue({
    clock,
    slots: () => slots,
    runJob: ({ request }, ...rest) =>
      runs.get(request)?.(...rest) ?? Promise.reject(new TypeError()),
  });
  const ends: Record<string, JobEnd> = {};
  /** All that each was told, in order. */
  const positions: Record<string, number[]> = {};
  const percents: Record<string, number[]> = {};
  const join = (
    download: string,
    open: ReturnType<typeof openJob>,
    visitor = download,
    network = visitor,
    { isHeavy = false, seconds = 10 } = {},
  ) => {
    const job: Job = { key: open.key, seconds, isHeavy, request: {} as JobRequest };
    runs.set(job.request, open.run);
    queue.join(download, { visitor, network }, job, {
      onPosition: (position) => {
        positions[download] = [...(positions[download] ?? []), position];
      },
      onProgress: ({ percent }) => {
        percents[download] = [...(percents[download] ?? []), percent];
      },
      onEnd: (end) => {
        ends[download] = end;
      },
    });
  };
  return { queue, join, ends, positions, percents, clock, slots };
}

/** Whatever has settled was heard of. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
