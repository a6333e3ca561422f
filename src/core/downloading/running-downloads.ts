// The open downloads as operators see them: how far each one is, without its title, its link or its visitor.
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Phase } from '../jobs/progress.ts';
import type { Download } from './download.ts';
import { requestCancel, updateOf } from './feed.ts';
import type { Running } from './run-download.ts';

const HANDLE_LENGTH = 8;
const MOST_SHOWN = 500;

/** An open download. `id` is a handle that finds it only among those that are open now. */
export type RunningDownload = {
  readonly id: string;
  /** Null for an edit of an upload. */
  readonly platform: PlatformId | null;
  readonly phase: Phase;
  readonly percent: number;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
  readonly sinceSeconds: number;
  /** Its place in the queue, from 1. */
  readonly position: number | null;
};

/** The open downloads of all servers, the longest open first. */
export async function listRunning(running: Running): Promise<RunningDownload[]> {
  const stored = await running.downloads.openAnywhere(MOST_SHOWN);
  const nowMs = running.clock.now();
  return Promise.all(
    stored.map(async (download) => {
      const { phase, percent, bytes, totalBytes, bytesPerSecond, position } = (
        await updateOf(running, download)
      ).progress;
      return {
        id: handleOf(download),
        platform: download.platform,
        phase,
        percent,
        bytes,
        totalBytes,
        bytesPerSecond,
        sinceSeconds: Math.max(0, Math.floor((nowMs - download.createdAt) / 1000)),
        position,
      };
    }),
  );
}

/** Cancels the open download with this handle. Throws `job_not_found` when there is none or, by a rare chance, more than one. */
export async function cancelRunning(running: Running, handle: string) {
  const stored = await running.downloads.openAnywhere(MOST_SHOWN);
  const [found, ...others] = stored.filter((download) => handleOf(download) === handle);
  if (!found || others.length > 0) throw new AppError('job_not_found');
  return { cancelled: await requestCancel(running, found.id), platform: found.platform };
}

/** Not the whole id: that one is the capability of the visitor's own calls. */
const handleOf = ({ id }: Download) => id.slice(0, HANDLE_LENGTH);
