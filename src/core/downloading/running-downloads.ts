// The open downloads as operators see them: how far each one is, without its title, its link or its visitor.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Phase } from '../jobs/progress.ts';
import type { ActiveDownload } from './active-downloads.ts';

const HANDLE_LENGTH = 8;

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

/** The open downloads, the longest open first. `nowMs` is the clock's monotonic time. */
export function runningDownloads(all: readonly ActiveDownload[], nowMs: number): RunningDownload[] {
  return all
    .filter(({ stage }) => stage !== 'ending')
    .map(({ download, progress, startedAtMs }) => ({
      id: handleOf(download.id),
      platform: download.platform,
      phase: progress.phase,
      percent: progress.percent,
      bytes: progress.bytes,
      totalBytes: progress.totalBytes,
      bytesPerSecond: progress.bytesPerSecond,
      sinceSeconds: Math.floor((nowMs - startedAtMs) / 1000),
      position: progress.position,
    }))
    .toSorted((a, b) => b.sinceSeconds - a.sinceSeconds);
}

/** The open download with this handle; null when there is none or, by a rare chance, more than one. */
export function findByHandle(
  all: readonly ActiveDownload[],
  handle: string,
): ActiveDownload | null {
  const found = all.filter(
    ({ download, stage }) => stage !== 'ending' && handleOf(download.id) === handle,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Not the whole id: that one is the capability of the visitor's own calls. */
function handleOf(id: string): string {
  return id.slice(0, HANDLE_LENGTH);
}
