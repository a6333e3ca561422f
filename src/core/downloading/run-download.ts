// The life of a download from the moment it is open: inspect, plan, take a finished file or join a job, store the end.
//
//   inspecting ──► queued ──► running ──► ending ──► ready
//       │             │          │                   failed, cancelled
//       └─────────────┴──────────┴──── fail, cancel, abandon ──► ending
import { AppError, codeOf } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { whileBusy } from '../async/while-busy.ts';
import type { EarlyFiles, OpenElsewhere } from '../files/early-files.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { JobEnd, JobQueue } from '../jobs/queue/job-queue.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import {
  type ActiveDownload,
  type ActiveDownloads,
  addActive,
  additionsFor,
  allActive,
  removeActive,
  restingProgress,
  updateActive,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import type { DownloadChange, Tokens } from './ports.ts';
import { type Prepared, type PrepareNeeds, prepareDownload } from './prepare-download.ts';
import { expiryFromNow, isTakenDown, type RetentionNeeds } from './retention.ts';

/** What running downloads needs. */
export type RunNeeds = RetentionNeeds &
  PrepareNeeds & {
    readonly queue: JobQueue;
    /** Left out where files are not given before they are whole. */
    readonly early?: EarlyFiles | undefined;
    /** Left out where servers do not share their jobs. */
    readonly openElsewhere?: OpenElsewhere | undefined;
    readonly tokens: Tokens;
    readonly outcomes: Outcomes;
    /** Called with each download that ended with a file, once the end is stored. A rejection is logged. */
    readonly onFinished: (finished: {
      readonly visitor: string;
      readonly link: Link;
    }) => Promise<void>;
    /** Logs why a download failed, where that was to be expected. */
    readonly noteFailure: (id: string, error: AppError) => void;
    /** Logs an internal failure. */
    readonly warn: (message: string, cause: unknown) => void;
  };

/** The open downloads of this process, and whether it still runs them. */
export type Running = RunNeeds & { readonly active: ActiveDownloads; isStopped: boolean };

const HOUR_MS = 3_600_000;
const STORE_AGAIN_MS = 1000;

/** Makes a download active, and runs it once `stored` resolves to true; false removes it. */
export function beginDownload(
  running: Running,
  download: Download,
  from: { readonly link: Link | null; readonly network: string },
  stored: Promise<boolean>,
): ActiveDownload {
  const active: ActiveDownload = {
    download,
    progress: restingProgress('inspecting'),
    stage: 'inspecting',
    isStored: false,
    link: from.link,
    network: from.network,
    controller: new AbortController(),
    startedAtMs: running.clock.monotonic(),
  };
  addActive(running.active, active);
  stored
    .then((isStored) => {
      if (isStored) {
        active.isStored = true;
        running.active.signals.publish(additionsFor(download.visitor), download.id, 0);
        return runDownload(running, active);
      }
      removeActive(running.active, active, { ...download, state: 'cancelled' });
    })
    .catch((error: unknown) => failDownload(running, active, error));
  return active;
}

async function runDownload(running: Running, active: ActiveDownload): Promise<void> {
  const { downloads, files, tokens } = running;
  const { signal } = active.controller;
  const { id } = active.download;
  const prepared = await prepareDownload(running, active);
  signal.throwIfAborted();
  const { title, plan } = prepared;
  updateActive(running.active, active, { download: { ...active.download, title } });
  const made = await files.find(tokens.workKey(plan.key));
  if (made && (await finishDownload(running, active, made, prepared)) !== 'gone') return;
  signal.throwIfAborted();
  joinJob(running, active, prepared);
  const isOurs = await whileBusy(running.clock, () => downloads.change(id, 'open', { title }));
  if (!isOurs) await endDownload(running, active, {});
}

function joinJob(running: Running, active: ActiveDownload, prepared: Prepared): void {
  const { id, visitor } = active.download;
  const { plan, seconds, isHeavy, isCopy, request, nameOf, origin } = prepared;
  const job = { key: running.tokens.workKey(plan.key), seconds, isHeavy, isCopy, request };
  const isFirst = !allActive(running.active).some((one) => one.job?.key === job.key);
  active.job = { key: job.key, isFirst };
  const onEnd = (end: JobEnd) => {
    const ended =
      'file' in end
        ? finishDownload(running, active, end.file, prepared)
        : failDownload(running, active, end.error);
    ended.catch((cause: unknown) => failDownload(running, active, cause));
  };
  running.queue.join(id, { visitor, network: active.network }, job, {
    onPosition(position) {
      const progress = { ...active.progress, phase: 'queued', position } as const;
      updateActive(running.active, active, { stage: 'queued', progress });
    },
    onProgress(progress) {
      const { early, ...plain } = progress;
      const isShown = early && !isTakenDown(running, { ...active.download, origin });
      const fileName = isShown ? nameOf(early.receipt) : null;
      updateActive(running.active, active, {
        stage: 'running',
        download: { ...active.download, fileName },
        progress: { ...(isShown ? progress : plain), position: null },
      });
    },
    onEnd,
  });
}

/** Gives a file to a download: `gone` when the file has been removed in the meantime and the download is still open. */
async function finishDownload(
  running: Running,
  active: ActiveDownload,
  file: StoredFile,
  { origin, title, link, nameOf }: Prepared,
): Promise<'ended' | 'gone'> {
  if (active.stage === 'ending' || running.isStopped) return 'ended';
  // Its uploader may have been blocked while it was made.
  if (isTakenDown(running, { ...active.download, origin })) {
    await failDownload(running, active, new AppError('taken_down'));
    return 'ended';
  }
  const release = running.fileHolds.hold(file.id);
  try {
    const expiresAt = expiryFromNow(running);
    const isKept = await whileBusy(running.clock, () =>
      running.files.touch(file.id, expiresAt, active.network),
    );
    if (!isKept && active.stage === 'inspecting') return 'gone';
    // A file that was there, or that another download had begun, says nothing about how long one takes.
    record(running, active, 'ok', active.job?.isFirst ? file.bytes : 0);
    const isEnded = await endDownload(running, active, {
      state: 'ready',
      title,
      fileName: nameOf(file.receipt),
      fileId: file.id,
      origin,
      expiresAt,
    });
    if (isEnded && link) report(running, active, link);
    return 'ended';
  } finally {
    release();
  }
}

/** Ends a download with the reason of its failure. */
export async function failDownload(
  running: Running,
  active: ActiveDownload,
  error: unknown,
): Promise<void> {
  if (active.stage === 'ending' || running.isStopped) return;
  const code = codeOf(error);
  const { id, platform } = active.download;
  if (error instanceof AppError && code !== 'internal') running.noteFailure(id, error);
  else running.warn('a download failed unexpectedly', error);
  const params = {
    ...(platform && { platform: PLATFORMS[platform].label }),
    ...(error instanceof AppError ? error.params : {}),
  };
  record(running, active, code, 0);
  const expiresAt = expiryFromNow(running);
  await endDownload(running, active, { state: 'failed', failure: { code, params }, expiresAt });
}

/** Ends an open download as `change` says; false when it had ended already, or another server took it over. */
export async function endDownload(
  running: Running,
  active: ActiveDownload,
  change: DownloadChange,
): Promise<boolean> {
  if (active.stage === 'ending' || running.isStopped) return false;
  active.stage = 'ending';
  const { id } = active.download;
  running.queue.leave(id);
  active.controller.abort(new AppError('cancelled'));
  let elsewhere: Download | null = null;
  try {
    // Another server took it over while this one seemed to be gone: that server's end of it counts.
    if (!(await storeEnd(running, id, change))) elsewhere = await running.downloads.get(id);
  } catch (cause) {
    running.warn('the end of a download could not be stored', cause);
  }
  removeActive(running.active, active, elsewhere ?? { ...active.download, ...change });
  return elsewhere === null;
}

/** Stores an end; tries again for as long as another process keeps the database locked. */
async function storeEnd(running: Running, id: string, change: DownloadChange): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await running.downloads.change(id, 'open', change);
    } catch (cause) {
      if (codeOf(cause) !== 'server_busy' || running.isStopped) throw cause;
      if (tries === 1) running.warn('the end of a download waits to be stored', cause);
    }
    await new Promise<void>((resolve) => running.clock.after(STORE_AGAIN_MS, resolve));
  }
}

function record(
  { clock, outcomes, warn }: Running,
  { download, startedAtMs }: ActiveDownload,
  code: ReturnType<typeof codeOf> | 'ok',
  bytes: number,
): void {
  // How an edit ends says nothing about a platform.
  if (download.task.kind === 'edit' || download.platform === null) return;
  outcomes
    .record({
      platform: download.platform,
      step: 'download',
      code,
      durationMs: Math.round(clock.monotonic() - startedAtMs),
      bytes,
      hour: Math.floor(clock.now() / HOUR_MS) * HOUR_MS,
    })
    .catch((cause: unknown) => warn('an outcome could not be recorded', cause));
}

function report({ onFinished, warn }: Running, { download }: ActiveDownload, link: Link): void {
  onFinished({ visitor: download.visitor, link }).catch((cause: unknown) =>
    warn('a finished download could not be counted', cause),
  );
}
