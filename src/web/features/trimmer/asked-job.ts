// The finished download that a page's address names: its file is opened at once.
import type { Job } from '../../../shared/api/download.ts';
import { RequestError, requestJson } from '../../browser/request.ts';

const ID = /^[\w-]{1,100}$/;

/** The id in `?job=`; null without a valid one. */
export function readAskedJob(search: string): string | null {
  const id = new URLSearchParams(search).get('job') ?? '';
  return ID.test(id) ? id : null;
}

/** A download, or why its file cannot be opened. `url` is the link it was made from, to make it again. */
export type AskedJob =
  | { readonly kind: 'found'; readonly job: Job & { readonly result: NonNullable<Job['result']> } }
  | { readonly kind: 'gone'; readonly url: string | null }
  | { readonly kind: 'failed' };

/** Asks the server for the download. */
export async function findJob(id: string, signal: AbortSignal): Promise<AskedJob> {
  try {
    const job = await requestJson<Job>(`/api/jobs/${encodeURIComponent(id)}`, { signal });
    const { result } = job;
    return result ? { kind: 'found', job: { ...job, result } } : { kind: 'gone', url: job.url };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RequestError && error.status === 404) return { kind: 'gone', url: null };
    console.warn('the download could not be opened', error);
    return { kind: 'failed' };
  }
}
