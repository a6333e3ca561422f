// The service of downloads: every call that visitors, operators and the server itself make, with the file that implements it.
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { drained } from '../async/drain.ts';
import type { InTurn } from '../async/in-turn.ts';
import type { Signals } from '../async/signals.ts';
import type { QueueCount } from '../jobs/job-queue.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
import { SHARED_RESOURCES, slotsPerNetwork } from '../limits/shared-resources.ts';
import {
  receiveUpload,
  type Upload,
  type UploadForm,
  type UploadNeeds,
} from '../uploads/receive-upload.ts';
import { createStoredUploads } from '../uploads/stored-uploads.ts';
import {
  type ActiveDownload,
  allActive,
  createActiveDownloads,
  dropAllActive,
  type Followed,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import type { DownloadView } from './download-view.ts';
import { cancelFromHere } from './downloads-elsewhere.ts';
import {
  cancelDownload,
  followDownloads,
  forgetDownload,
  getDownload,
  listDownloads,
  shareDownload,
  unshareDownload,
  waitForEnd,
} from './own-downloads.ts';
import {
  areStillReady,
  type OpenedFile,
  type OwnFile,
  openFile,
  openOwnFiles,
} from './own-files.ts';
import { expiryFromNow, isTakenDown, removeExpired, removeTakenDown } from './retention.ts';
import { endDownload, failDownload, type RunNeeds, type Running } from './run-download.ts';
import {
  findByHandle,
  type RunningDownload,
  runningAnywhere,
  runningHere,
} from './running-downloads.ts';
import {
  type DownloadRequest,
  resumeDownloads,
  type StartNeeds,
  startDownload,
} from './start-download.ts';
import { type EditRequest, startEdit } from './start-edit.ts';

/** What visitors can do. A download of another visitor does not exist for them (`job_not_found`). Throws AppError. */
export type Downloading = {
  /** Starts a download, or finds the visitor's open one for the same request. */
  readonly start: (request: DownloadRequest, signal: AbortSignal) => Promise<DownloadView>;
  /** Starts an edit of a finished file or an upload, or finds the visitor's open one for the same. */
  readonly startEdit: (request: EditRequest) => Promise<DownloadView>;
  /** Stores a file to edit for as long as `use` does not fail. */
  readonly receive: <Fields, Result>(
    form: UploadForm<Fields>,
    signal: AbortSignal,
    use: (upload: Upload<Fields>) => Promise<Result>,
  ) => Promise<Result>;
  /** Whether all places for uploads are taken. */
  readonly isFullOfUploads: () => boolean;
  readonly get: (visitor: string, id: string) => Promise<DownloadView>;
  readonly list: (visitor: string) => Promise<readonly DownloadView[]>;
  /** Resolves with the end of a download; rejects with the reason of the signal. */
  readonly ended: (visitor: string, id: string, signal: AbortSignal) => Promise<DownloadView>;
  /** Cancels a download, or the newest open one for null; false when there is none, or its end came first. */
  readonly cancel: (visitor: string, id: string | null) => Promise<boolean>;
  /** Forgets an ended download, with its file unless another download has it. */
  readonly remove: (visitor: string, id: string) => Promise<void>;
  readonly share: (visitor: string, id: string) => Promise<DownloadView>;
  readonly unshare: (visitor: string, id: string) => Promise<DownloadView>;
  /**
   * Calls `listener` with the present state and with every change; a slow listener gets the last one only. A followed
   * download is not abandoned. The returned function ends it.
   */
  readonly watch: (
    visitor: string,
    followed: Followed,
    listener: (view: DownloadView) => void,
  ) => Promise<() => void>;
  /** The file that a token opens, for a reader in `network` (its rate key). Throws `job_not_found`, `expired`, `taken_down`. */
  readonly openFile: (
    token: string,
    visitor: string | null,
    network: string,
  ) => Promise<OpenedFile>;
  /** The files of several own downloads, in the order of `ids`, at once. Throws `job_not_found`. */
  readonly openFiles: (
    visitor: string,
    ids: readonly string[],
    network: string,
  ) => Promise<readonly OwnFile[]>;
  /** Whether downloads that had files still have them. */
  readonly areStillReady: (downloads: readonly Download[]) => Promise<boolean>;
  /** True once new downloads are refused because the server is stopping. */
  readonly isStopping: () => boolean;
};

/** The calls of visitors, of operators, and of the server itself. */
export type DownloadService = Downloading & {
  /** Resumes this server's open downloads that do not run: interrupted ones, and those of a server that is gone. */
  readonly resume: () => Promise<void>;
  /** Refuses new downloads, and waits until all have ended or `drainMs` have passed; the next start resumes the rest. */
  readonly stop: (drainMs: number) => Promise<void>;
  /** Ends what is on the block list by now, and removes its files. */
  readonly takeDown: () => Promise<void>;
  /** Removes what has expired. */
  readonly sweep: () => Promise<void>;
  /** The open downloads that this server carries out, the longest open first, and the jobs behind them. */
  readonly overview: () => QueueCount & {
    readonly jobs: readonly RunningDownload[];
  };
  /** The open downloads of all servers, the longest open first. */
  readonly openAnywhere: () => Promise<readonly RunningDownload[]>;
  /** Cancels the open download with this handle, of any server; `cancelled` is false when its end came first. Throws `job_not_found`. */
  readonly cancelAny: (
    handle: string,
  ) => Promise<{ readonly cancelled: boolean; readonly platform: PlatformId | null }>;
};

/** What the service needs. */
export type DownloadServiceNeeds = RunNeeds &
  Pick<StartNeeds, 'newId' | 'limiter' | 'sharesVisitors'> &
  Pick<UploadNeeds, 'identify' | 'maxUploadBytes'> & {
    /** The bytes of all files that are kept. */
    readonly maxStoredBytes: number;
    readonly signals: Signals;
    /** For calls that read many downloads. */
    readonly inTurn: InTurn;
    /** How long a download without followers goes on, in milliseconds. */
    readonly abandonMs: number;
  };

/** Creates the service. */
export function createDownloadService(needs: DownloadServiceNeeds): DownloadService {
  const active = createActiveDownloads({
    clock: needs.clock,
    signals: needs.signals,
    abandonMs: needs.abandonMs,
    onAbandoned: (one) => void failDownload(running, one, new AppError('abandoned')),
    onCancelled: (one) => void cancelOne(running, one),
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
    start: (request, signal) => startDownload(running, request, signal),
    startEdit: (request) => startEdit(running, request),
    receive: (form, signal, use) =>
      receiveUpload({ ...needs, uploads, storedUploads }, form, signal, use),
    isFullOfUploads: () => uploads.held() >= SHARED_RESOURCES.editUploads.total,
    get: (visitor, id) => getDownload(running, visitor, id),
    list: (visitor) => needs.inTurn(() => listDownloads(running, visitor)),
    ended: (visitor, id, signal) => waitForEnd(running, visitor, id, signal),
    cancel: (visitor, id) => cancelDownload(running, visitor, id),
    remove: (visitor, id) => forgetDownload(running, visitor, id),
    share: (visitor, id) => shareDownload(running, visitor, id),
    unshare: (visitor, id) => unshareDownload(running, visitor, id),
    watch: (visitor, followed, listener) => followDownloads(running, visitor, followed, listener),
    openFile: (token, visitor, network) => openFile(running, token, visitor, network),
    openFiles: (visitor, ids, network) =>
      needs.inTurn(() => openOwnFiles(running, visitor, ids, network)),
    areStillReady: (downloads) => areStillReady(running, downloads),
    isStopping: () => running.isStopping,
    resume: () => resumeDownloads(running),
    stop: (drainMs) => stop(running, drainMs),
    takeDown: () => takeDown(running),
    sweep: () => removeExpired(running),
    overview: () => ({
      ...running.queue.count(),
      jobs: runningHere(running),
    }),
    openAnywhere: () => runningAnywhere(running),
    cancelAny: (handle) => cancelAny(running, handle),
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

async function cancelAny(running: Running, handle: string) {
  const download = await findByHandle(running, handle);
  if (!download) throw new AppError('job_not_found');
  const { id, visitor, platform } = download;
  const active = running.active.byId.get(id);
  const cancelled = active ? cancelOne(running, active) : cancelFromHere(running, visitor, id);
  return { cancelled: await cancelled, platform };
}

function cancelOne(running: Running, active: ActiveDownload): Promise<boolean> {
  const change = { state: 'cancelled', expiresAt: expiryFromNow(running) } as const;
  return endDownload(running, active, change);
}
