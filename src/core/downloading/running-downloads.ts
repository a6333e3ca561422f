// Everybody's open downloads as operators see them: how far each is, and neither title nor link nor whose it is.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Phase } from '../jobs/progress.ts';
import type { LiveDownload } from './live-downloads.ts';

const HANDLE_LENGTH = 8;

/** One open download. `id` is a handle that only finds it among those that are open now. */
export type RunningJob = {
  readonly id: string;
  readonly platform: PlatformId;
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
export function runningJobsOf(lives: readonly LiveDownload[], nowMs: number): RunningJob[] {
  return lives
    .filter(({ isEnding }) => !isEnding)
    .map(({ download, progress, startedAt }) => ({
      id: handleOf(download.id),
      platform: download.platform,
      phase: progress.phase,
      percent: progress.percent,
      bytes: progress.bytes,
      totalBytes: progress.totalBytes,
      bytesPerSecond: progress.bytesPerSecond,
      sinceSeconds: Math.floor((nowMs - startedAt) / 1000),
      position: progress.position,
    }))
    .toSorted((a, b) => b.sinceSeconds - a.sinceSeconds);
}

/** The open download with this handle; null when there is none, or by a rare chance more than one. */
export function findByHandle(lives: readonly LiveDownload[], handle: string): LiveDownload | null {
  const found = lives.filter(
    ({ download, isEnding }) => !isEnding && handleOf(download.id) === handle,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The whole id is the name that the visitor's own calls use. */
function handleOf(id: string): string {
  return id.slice(0, HANDLE_LENGTH);
}
