// Visitors' calls on their own downloads: list, follow, cancel, remove, share.
import { AppError } from '../../shared/errors.ts';
import { activeOf, type DownloadUpdate, type Followed, followActive } from './active-downloads.ts';
import { type DownloadView, progressInStore, viewOf, viewWith } from './download-view.ts';
import {
  cancelFromHere,
  endElsewhere,
  openElsewhere,
  updateFromElsewhere,
  viewFromElsewhere,
} from './downloads-elsewhere.ts';
import { expiryFromNow, filesOf, removeDownload } from './retention.ts';
import { endDownload, type Running } from './run-download.ts';

/** A download of this visitor. Throws `job_not_found` for any other. */
export async function getDownload(
  running: Running,
  visitor: string,
  id: string,
): Promise<DownloadView> {
  const active = running.active.byId.get(id);
  const download = active?.download ?? (await running.downloads.get(id));
  if (download?.visitor !== visitor) throw new AppError('job_not_found');
  return active ? viewOf(running, active) : viewFromElsewhere(running, download);
}

/** The visitor's downloads, newest first, at most 50. */
export async function listDownloads(
  running: Running,
  visitor: string,
): Promise<readonly DownloadView[]> {
  const stored = await running.downloads.ofVisitor(visitor);
  const updates = await Promise.all(
    stored.map(
      (download) => running.active.byId.get(download.id) ?? updateFromElsewhere(running, download),
    ),
  );
  const files = await filesOf(
    running,
    updates.map(({ download }) => download),
  );
  return updates.map((update, index) => viewWith(running, update, files[index] ?? null));
}

/** Calls `listener` with the present state and with every change until the returned function is called. */
export async function followDownloads(
  running: Running,
  visitor: string,
  followed: Followed,
  listener: (view: DownloadView) => void,
): Promise<() => void> {
  const isHere = typeof followed === 'object' && running.active.byId.has(followed.id);
  const view =
    typeof followed === 'object' ? await getDownload(running, visitor, followed.id) : null;
  if (view && !isHere && !running.active.byId.has(view.download.id)) listener(view);
  if (view && !isHere && view.download.state !== 'open') return () => undefined;
  // Carried out by another process; this one may still take them over.
  const elsewhere = view
    ? [view.download.id].filter(() => !isHere)
    : (await openElsewhere(running, visitor)).map(({ id }) => id);
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Set<string>();
  const show = (update: DownloadUpdate) => {
    const { id, fileId, state } = update.download;
    if (signal.aborted || ended.has(id)) return;
    if (state !== 'open') ended.add(id);
    if (fileId === null) return listener(viewWith(running, update, null));
    // The last update: nothing can overtake it.
    viewOf(running, update).then(
      (shown) => {
        if (!signal.aborted) listener(shown);
      },
      (cause: unknown) => running.warn('the end of a download could not be shown', cause),
    );
  };
  const stop = followActive(running.active, visitor, followed, show, elsewhere);
  for (const id of followed === 'newest' ? [] : elsewhere)
    endElsewhere(running, visitor, id, signal).then(
      (download) => download && show({ download, progress: progressInStore(download) }),
      () => undefined,
    );
  return () => {
    controller.abort();
    stop();
  };
}

/** Resolves with the end of a download; rejects with the reason of `signal`. */
export async function waitForEnd(
  running: Running,
  visitor: string,
  id: string,
  signal: AbortSignal,
): Promise<DownloadView> {
  const view = await getDownload(running, visitor, id);
  if (view.download.state !== 'open') return view;
  signal.throwIfAborted();
  if (!running.active.byId.has(id)) {
    await endElsewhere(running, visitor, id, signal);
    return getDownload(running, visitor, id);
  }
  return new Promise<DownloadView>((resolve, reject) => {
    const stop = followActive(running.active, visitor, { id }, (update) => {
      if (update.download.state === 'open') return;
      signal.removeEventListener('abort', onAbort);
      stop();
      viewOf(running, update).then(resolve, reject);
    });
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Cancels a download, or the newest open one for null; false when there is none, or its end came first. */
export async function cancelDownload(
  running: Running,
  visitor: string,
  id: string | null,
): Promise<boolean> {
  if (id !== null) await getDownload(running, visitor, id);
  const active =
    id === null
      ? activeOf(running.active, visitor).find(({ stage }) => stage !== 'ending')
      : running.active.byId.get(id);
  if (active)
    return endDownload(running, active, { state: 'cancelled', expiresAt: expiryFromNow(running) });
  const open = await openElsewhere(running, visitor);
  const wanted = id === null ? open[0] : open.find((each) => each.id === id);
  return wanted !== undefined && cancelFromHere(running, visitor, wanted.id);
}

/** Forgets an ended download, with its file unless another download has it. Throws `invalid_request` for an open one. */
export async function forgetDownload(running: Running, visitor: string, id: string): Promise<void> {
  const { download } = await getDownload(running, visitor, id);
  if (download.state === 'open') throw new AppError('invalid_request', { detail: 'still open' });
  await removeDownload(running, download);
}

/** Makes a link to the file that others can open. Throws `expired` when the file has gone. */
export async function shareDownload(
  running: Running,
  visitor: string,
  id: string,
): Promise<DownloadView> {
  const { download, file } = await getDownload(running, visitor, id);
  if (!file) throw new AppError('expired');
  if (!download.isShared) await running.downloads.change(id, 'ready', { isShared: true });
  return getDownload(running, visitor, id);
}

/** Revokes every link that {@link shareDownload} made. */
export async function unshareDownload(
  running: Running,
  visitor: string,
  id: string,
): Promise<DownloadView> {
  const { download } = await getDownload(running, visitor, id);
  if (download.isShared) {
    const shareVersion = download.shareVersion + 1;
    await running.downloads.change(id, 'ready', { isShared: false, shareVersion });
  }
  return getDownload(running, visitor, id);
}
