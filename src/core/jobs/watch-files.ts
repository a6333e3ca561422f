// Reports to the circuit breaker whether a platform gives the files of jobs or refuses them.
import { type Breaker, breakerKey } from '../inspecting/breaker.ts';
import type { RunJob } from './queue/job-queue.ts';

/** Wraps the runner of jobs: while a platform refuses all files, a job ends before anything is asked. `egress` is the fetcher's. */
export function watchFiles(
  run: RunJob,
  { breaker, egress }: { readonly breaker: Pick<Breaker, 'guardFiles'>; readonly egress: string },
): RunJob {
  return (job, signal, report) => {
    const { request } = job;
    if (request.kind !== 'link') return run(job, signal, report);
    const { platform, address } = request.link;
    return breaker.guardFiles(breakerKey(platform, egress), address, (onAnswer) =>
      run(job, signal, (progress) => {
        if (progress.bytes > 0) onAnswer();
        report(progress);
      }),
    );
  };
}
