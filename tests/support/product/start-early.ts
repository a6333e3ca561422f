// Starts downloads whose files can be saved while they arrive.
import { vi } from 'vitest';
import type { DownloadRequest, Job } from '../../../src/shared/api/download.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';
import type { Visitor } from './visitor.ts';

/** Starts a download and waits until its file can be saved; `early` is left out where it ends before that. */
export async function startEarly(
  visitor: Pick<Visitor, 'start' | 'job'>,
  wish: string | DownloadRequest,
) {
  const { job: id } = await visitor.start(typeof wish === 'string' ? { url: wish } : wish);
  const { progress } = await until(
    visitor,
    id,
    ({ progress, state }) => progress.early !== undefined || state !== 'open',
  );
  return { id, early: progress.early };
}

/** A download as soon as it is as wanted. */
export function until(
  visitor: Pick<Visitor, 'job'>,
  id: string,
  isMet: (job: Job) => boolean,
): Promise<Job> {
  return vi.waitUntil(
    async () => {
      const job = await visitor.job(id);
      // Not an answer that there were too many requests.
      return 'state' in job && isMet(job) ? job : null;
    },
    { ...SLOW_MACHINE_TIMEOUT, interval: 100 },
  );
}
