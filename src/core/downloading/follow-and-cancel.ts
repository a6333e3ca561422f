// Downloads as their visitors see them, whatever process carries them out: rows of the store, and progress from topics.
import { AppError, codeOf } from '../../shared/errors.ts';
import {
  additionsFor,
  type DownloadUpdate,
  type DownloadView,
  requestsFor,
  restingProgress,
  updatesOf,
  viewOf,
  viewWith,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import { expiryFromNow, filesOf } from './retention.ts';
import type { Running } from './run-download.ts';

/** Which downloads of a visitor to follow: one, all, or the newest open one (else the next to come). */
export type Followed = { readonly id: string } | 'all' | 'newest';

/** How often a follower keeps a download from being abandoned, as a part of the time until it is. */
const FOLLOWED_PART = 1 / 3;
/** How often the row is read, in case the message of an end was lost. */
const POLL_MS = 5000;
/** How long the process that carries out a download may take to cancel it. */
const CANCEL_MS = 2000;

/** A download of this visitor. Throws `job_not_found` for any other. */
export async function getDownload(
  running: Running,
  visitor: string,
  id: string,
): Promise<DownloadView> {
  const download = await running.downloads.get(id);
  if (download?.visitor !== visitor) throw new AppError('job_not_found');
  return viewOf(running, await updateOf(running, download));
}

/** The visitor's downloads, newest first, at most 50. */
export async function listDownloads(
  running: Running,
  visitor: string,
): Promise<readonly DownloadView[]> {
  const stored = await running.downloads.ofVisitor(visitor);
  const updates = await Promise.all(stored.map((download) => updateOf(running, download)));
  const files = await filesOf(
    running,
    updates.map(({ download }) => download),
  );
  return updates.map((update, index) => viewWith(running, update, files[index] ?? null));
}

/** How far a stored download is: as it was published last, or as its row tells. */
export async function updateOf({ active }: Running, download: Download): Promise<DownloadUpdate> {
  const { id, state } = download;
  const update = state === 'open' ? await active.signals.latest(updatesOf(id)) : null;
  return update?.download.state === 'open' ? update : updateInStore(download);
}

function updateInStore(download: Download): DownloadUpdate {
  const { state } = download;
  const phase = state === 'open' ? 'queued' : state;
  return { download, progress: restingProgress(phase, state === 'ready' ? 100 : 0) };
}

/**
 * Calls `listener` with the present state and with every change until the returned function is called. A followed download is
 * not abandoned.
 */
export async function followDownloads(
  running: Running,
  visitor: string,
  followed: Followed,
  listener: (view: DownloadView) => void,
): Promise<() => void> {
  if (typeof followed === 'object') return followKnown(running, visitor, followed.id, listener);
  const stops = new Map<string, () => void>();
  const follow = (id: string) => {
    if (stops.has(id) || (followed === 'newest' && stops.size > 0)) return;
    stops.set(id, followOne(running, id, listener));
  };
  const stopAdditions = running.active.signals.subscribe(additionsFor(visitor), follow);
  const stop = () => {
    stopAdditions();
    for (const stopOne of stops.values()) stopOne();
  };
  try {
    for (const { id } of await running.downloads.openOf(visitor)) follow(id);
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

async function followKnown(
  running: Running,
  visitor: string,
  id: string,
  listener: (view: DownloadView) => void,
): Promise<() => void> {
  const view = await getDownload(running, visitor, id);
  let isShown = false;
  const show = (next: DownloadView) => {
    isShown = true;
    listener(next);
  };
  const stop = view.download.state === 'open' ? followOne(running, id, show) : () => undefined;
  // Nothing has been published of it here.
  if (!isShown) listener(view);
  return stop;
}

function followOne(
  running: Running,
  id: string,
  listener: (view: DownloadView) => void,
): () => void {
  let isStopped = false;
  const show = (update: DownloadUpdate | null) => {
    if (update === null) return;
    if (update.download.fileId === null) return listener(viewWith(running, update, null));
    // The last update: nothing can overtake it.
    viewOf(running, update).then(
      (view) => {
        if (!isStopped) listener(view);
      },
      (cause: unknown) => running.warn('the end of a download could not be shown', cause),
    );
  };
  const stop = watchDownload(running, id, show, (cause) =>
    running.warn('a download that is followed could not be read', cause),
  );
  return () => {
    isStopped = true;
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
  return new Promise((resolve, reject) => {
    let stop: () => void = () => undefined;
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      stop();
      settle();
    };
    const onAbort = () => end(() => reject(signal.reason));
    const onUpdate = (update: DownloadUpdate | null) => {
      if (update?.download.state === 'open') return;
      end(() =>
        update
          ? viewOf(running, update).then(resolve, reject)
          : reject(new AppError('job_not_found')),
      );
    };
    signal.addEventListener('abort', onAbort, { once: true });
    stop = watchDownload(running, id, onUpdate, (error) => end(() => reject(error)));
  });
}

/** Cancels a download, or the newest open one for null; false when there is none, or its end came first. */
export async function cancelDownload(
  running: Running,
  visitor: string,
  id: string | null,
): Promise<boolean> {
  const wanted =
    id === null
      ? (await running.downloads.openOf(visitor))[0]
      : (await getDownload(running, visitor, id)).download;
  return wanted?.state === 'open' && requestCancel(running, wanted.id);
}

/** Cancels an open download, even if the process that carried it out is gone; false when its end came first. */
export async function requestCancel(running: Running, id: string): Promise<boolean> {
  const { active, clock, downloads } = running;
  const { promise, resolve, reject } = Promise.withResolvers<Download | 'silent' | null>();
  const callOff = clock.after(CANCEL_MS, () => resolve('silent'));
  const stop = watchDownload(
    running,
    id,
    (update) => update?.download.state !== 'open' && resolve(update?.download ?? null),
    reject,
  );
  active.signals.publish(requestsFor(id), 'cancel', 0);
  try {
    const end = await promise;
    if (end !== 'silent') return end?.state === 'cancelled';
  } finally {
    callOff();
    stop();
  }
  await downloads.endAny(id, { state: 'cancelled', expiresAt: expiryFromNow(running) });
  const ended = await downloads.get(id);
  if (ended) active.signals.publish(updatesOf(id), updateInStore(ended), 0);
  return ended?.state === 'cancelled';
}

/**
 * Calls `onUpdate` with the published states of an open download, the last of them its end, or null when its row is gone. Until the
 * returned function is called it is not abandoned.
 */
export function watchDownload(
  { active, clock, downloads }: Running,
  id: string,
  onUpdate: (update: DownloadUpdate | null) => void,
  onError: (error: unknown) => void,
): () => void {
  const { signals, abandonMs } = active;
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    unsubscribe();
    callOffKeep();
    callOffPoll();
    signals.publish(requestsFor(id), 'followed', 0);
  };
  let unsubscribe: () => void = () => undefined;
  let callOffKeep: () => void = () => undefined;
  let callOffPoll: () => void = () => undefined;
  const report = (update: DownloadUpdate | null) => {
    if (isStopped) return;
    if (update?.download.state !== 'open') stop();
    onUpdate(update);
  };
  const keep = () => {
    signals.publish(requestsFor(id), 'followed', 0);
    callOffKeep = clock.after(abandonMs * FOLLOWED_PART, keep);
  };
  const poll = async () => {
    // What this process carries out ends with a message that is not lost.
    if (!active.byId.has(id)) {
      try {
        const row = await downloads.get(id);
        if (row?.state !== 'open') report(row && updateInStore(row));
      } catch (error) {
        // It is read again: a database that restarts ends nothing.
        if (!isStopped && codeOf(error) !== 'server_busy') onError(error);
      }
    }
    if (!isStopped) callOffPoll = clock.after(POLL_MS, () => void poll());
  };
  // What is kept, and comes at once, is no end.
  unsubscribe = signals.subscribe(updatesOf(id), report);
  keep();
  void poll();
  return stop;
}
