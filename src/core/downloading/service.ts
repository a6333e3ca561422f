// The service of downloads: the state behind all calls of visitors, operators and the server itself.
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { drained } from '../async/drain.ts';
import type { InTurn } from '../async/in-turn.ts';
import type { Signals } from '../async/signals.ts';
import type { Phase } from '../jobs/progress.ts';
import { SHARED_RESOURCES, slotsPerNetwork } from '../limits/network-bounds.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
import { receiveUpload, type UploadForm, type UploadNeeds } from '../uploads/receive-upload.ts';
import { createStoredUploads } from '../uploads/stored-uploads.ts';
import {
  allActive,
  createActiveDownloads,
  type DownloadView,
  dropAllActive,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import {
  cancelDownload,
  type Followed,
  followDownloads,
  getDownload,
  listDownloads,
  requestCancel,
  updateOf,
  waitForEnd,
} from './follow-and-cancel.ts';
import {
  areStillReady,
  forgetDownload,
  linkForPrograms,
  openFile,
  openOwnFiles,
  shareDownload,
  unshareDownload,
} from './own-files.ts';
import { expiryFromNow, isTakenDown, removeExpired, removeTakenDown } from './retention.ts';
import { endDownload, failDownload, type RunNeeds, type Running } from './run-download.ts';
import {
  type DownloadRequest,
  type EditRequest,
  resumeDownloads,
  type StartNeeds,
  startDownload,
  startEdit,
} from './start-download.ts';

/** What operators see of an open download: a handle of so many characters, and so many of them. */
const HANDLE_LENGTH = 8;
const MOST_SHOWN = 500;

/** All calls of visitors, of operators and of the server itself. */
export type DownloadService = ReturnType<typeof createDownloadService>;

/** What visitors can do. */
export type Downloading = Omit<
  DownloadService,
  'resume' | 'stop' | 'takeDown' | 'sweep' | 'overview' | 'openAnywhere' | 'cancelAny'
>;

/** What the service needs. */
export type DownloadServiceNeeds = RunNeeds &
  Pick<StartNeeds, 'newId' | 'limiter'> &
  Pick<UploadNeeds, 'identify' | 'maxUploadBytes'> & {
    /** The bytes of all files that are kept. */
    readonly maxStoredBytes: number;
    readonly signals: Signals;
    /** For calls that read many downloads. */
    readonly inTurn: InTurn;
    /** How long a download without followers goes on, in milliseconds. */
    readonly abandonMs: number;
  };

/** Creates the service. A download of another visitor does not exist for a visitor (`job_not_found`). All calls may throw AppError. */
export function createDownloadService(needs: DownloadServiceNeeds) {
  const active = createActiveDownloads({
    clock: needs.clock,
    signals: needs.signals,
    abandonMs: needs.abandonMs,
    onAbandoned: (one) => void failDownload(running, one, new AppError('abandoned')),
    onCancelled: (one) =>
      void endDownload(running, one, { state: 'cancelled', expiresAt: expiryFromNow(running) }),
  });
  const running: StartNeeds = { ...needs, active, isStopped: false, isStopping: false };
  const uploads = createNetworkQuota(SHARED_RESOURCES.editUploads);
  const quota = createNetworkQuota({
    ...SHARED_RESOURCES.storedUploads,
    total: needs.maxStoredBytes,
    perNetwork: slotsPerNetwork(SHARED_RESOURCES.storedUploads, needs.maxStoredBytes),
  });
  const storedUploads = createStoredUploads({ quota, files: needs.files, clock: needs.clock });
  return {
    /** Starts a download, or finds the visitor's open one for the same request. */
    start: (request: DownloadRequest, signal: AbortSignal) =>
      startDownload(running, request, signal),
    /** Starts an edit of a finished file or an upload, or finds the visitor's open one for the same. */
    startEdit: (request: EditRequest) => startEdit(running, request),
    receive: <Fields>(form: UploadForm<Fields>, signal: AbortSignal) =>
      receiveUpload({ ...needs, uploads, storedUploads }, form, signal),
    /** Whether all places for uploads are taken. */
    isFullOfUploads: () => uploads.held() >= SHARED_RESOURCES.editUploads.total,
    get: (visitor: string, id: string) => getDownload(running, visitor, id),
    list: (visitor: string) => needs.inTurn(() => listDownloads(running, visitor)),
    /** Resolves with the end of a download; rejects with the reason of the signal. */
    ended: (visitor: string, id: string, signal: AbortSignal) =>
      waitForEnd(running, visitor, id, signal),
    /** Cancels a download, or the newest open one for null; false when there is none, or its end came first. */
    cancel: (visitor: string, id: string | null) => cancelDownload(running, visitor, id),
    /** Forgets an ended download, with its file unless another download has it. */
    remove: (visitor: string, id: string) => forgetDownload(running, visitor, id),
    share: (visitor: string, id: string) => shareDownload(running, visitor, id),
    unshare: (visitor: string, id: string) => unshareDownload(running, visitor, id),
    /** A link to the file for other programs. Throws `expired` where there is none. */
    linkForPrograms: (visitor: string, id: string) => linkForPrograms(running, visitor, id),
    /** As `followDownloads`; a slow listener gets the last change only. */
    watch: (visitor: string, followed: Followed, listener: (view: DownloadView) => void) =>
      followDownloads(running, visitor, followed, listener),
    /** The file that a token opens, for a reader in `network` (its rate key). Throws `job_not_found`, `expired`, `taken_down`. */
    openFile: (token: string, visitor: string | null, network: string) =>
      openFile(running, token, visitor, network),
    /** The files of several own downloads, in the order of `ids`, at once. Throws `job_not_found`. */
    openFiles: (visitor: string, ids: readonly string[], network: string) =>
      needs.inTurn(() => openOwnFiles(running, visitor, ids, network)),
    /** Whether downloads that had files still have them. */
    areStillReady: (downloads: readonly Download[]) => areStillReady(running, downloads),
    /** True once new downloads are refused because the server is stopping. */
    isStopping: () => running.isStopping,
    /** Resumes this server's open downloads that do not run: interrupted ones, and those of a server that is gone. */
    resume: () => resumeDownloads(running),
    /** Refuses new downloads, and waits until all have ended or `drainMs` have passed; the next start resumes the rest. */
    stop: (drainMs: number) => stop(running, drainMs),
    /** Ends what is on the block list by now, and removes its files. */
    takeDown: () => takeDown(running),
    sweep: () => removeExpired(running),
    /** How many open downloads this server carries out, and the jobs behind them. */
    overview: () => ({
      ...running.queue.count(),
      open: allActive(active).filter(({ stage }) => stage !== 'ending').length,
    }),
    /** The open downloads of all servers, the longest open first. */
    openAnywhere: () => listRunning(running),
    /** Cancels the open download with this handle, of any server; `cancelled` is false when its end came first. Throws `job_not_found`. */
    cancelAny: (handle: string) => cancelRunning(running, handle),
  };
}

async function stop(running: StartNeeds, drainMs: number): Promise<void> {
  running.isStopping = true;
  await drained(() => running.active.byId.size, running.clock, drainMs);
  running.isStopped = true;
  for (const { controller } of allActive(running.active))
    controller.abort(new AppError('interrupted'));
  dropAllActive(running.active);
  await running.queue.stop();
}

async function takeDown(running: Running): Promise<void> {
  for (const one of allActive(running.active))
    if (isTakenDown(running, one.download))
      await failDownload(running, one, new AppError('taken_down'));
  await removeTakenDown(running);
}

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
async function listRunning(running: Running): Promise<RunningDownload[]> {
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
async function cancelRunning(running: Running, handle: string) {
  const stored = await running.downloads.openAnywhere(MOST_SHOWN);
  const [found, ...others] = stored.filter((download) => handleOf(download) === handle);
  if (!found || others.length > 0) throw new AppError('job_not_found');
  return { cancelled: await requestCancel(running, found.id), platform: found.platform };
}

/** Not the whole id: that one is the capability of the visitor's own calls. */
const handleOf = ({ id }: Download) => id.slice(0, HANDLE_LENGTH);
