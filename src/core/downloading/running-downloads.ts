// The open downloads as operators see them: how far each one is, without its title, its link or its visitor.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Phase, Progress } from '../jobs/progress.ts';
import { allActive, progressElsewhere } from './active-downloads.ts';
import type { Download } from './download.ts';
import { progressInStore } from './download-view.ts';
import type { Running } from './run-download.ts';

const HANDLE_LENGTH = 8;
/** Most downloads of other servers that are read at once. */
const MOST_ELSEWHERE = 500;

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

/** The open downloads that this server carries out, the longest open first. */
export function runningHere({ active, clock }: Running): RunningDownload[] {
  const nowMs = clock.monotonic();
  return allActive(active)
    .filter(({ stage }) => stage !== 'ending')
    .map(({ download, progress, startedAtMs }) => shown(download, progress, nowMs - startedAtMs))
    .toSorted(longestFirst);
}

/** Those of all servers, the longest open first. */
export async function runningAnywhere(running: Running): Promise<RunningDownload[]> {
  const stored = await elsewhere(running);
  const others = await Promise.all(
    stored.map(async (download) => {
      const update = await progressElsewhere(running.active, download.id);
      const progress = update?.progress ?? progressInStore(download);
      return shown(download, progress, running.clock.now() - download.createdAt);
    }),
  );
  return [...runningHere(running), ...others].toSorted(longestFirst);
}

/** The open download with this handle, of any server; null when there is none or, by a rare chance, more than one. */
export async function findByHandle(running: Running, handle: string): Promise<Download | null> {
  const here = allActive(running.active)
    .filter(({ stage }) => stage !== 'ending')
    .map(({ download }) => download);
  const hasHandle = ({ id }: Download) => handleOf(id) === handle;
  const found = here.filter(hasHandle);
  if (found.length === 0) found.push(...(await elsewhere(running)).filter(hasHandle));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** One that was taken over a moment ago may be carried out here already. */
async function elsewhere({ active, downloads }: Running): Promise<Download[]> {
  const stored = await downloads.openElsewhere(MOST_ELSEWHERE);
  return stored.filter(({ id }) => !active.byId.has(id));
}

function shown({ id, platform }: Download, progress: Progress, openMs: number): RunningDownload {
  return {
    id: handleOf(id),
    platform,
    phase: progress.phase,
    percent: progress.percent,
    bytes: progress.bytes,
    totalBytes: progress.totalBytes,
    bytesPerSecond: progress.bytesPerSecond,
    sinceSeconds: Math.max(0, Math.floor(openMs / 1000)),
    position: progress.position,
  };
}

const longestFirst = (a: RunningDownload, b: RunningDownload) => b.sinceSeconds - a.sinceSeconds;

/** Not the whole id: that one is the capability of the visitor's own calls. */
function handleOf(id: string): string {
  return id.slice(0, HANDLE_LENGTH);
}
