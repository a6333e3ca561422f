// Open downloads that another process carries out: their progress, their end, and cancelling them from here.
import { codeOf } from '../../shared/errors.ts';
import type { Phase } from '../jobs/progress.ts';
import {
  announceEnd,
  cancelElsewhere,
  type DownloadUpdate,
  followActive,
  progressElsewhere,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import { type DownloadView, progressInStore, viewOf } from './download-view.ts';
import { expiryFromNow } from './retention.ts';
import type { Running } from './run-download.ts';

/** How long the other process may take to cancel a download until it counts as gone. */
const CANCEL_MS = 2000;
/** How often the store is asked for an end whose message was lost. */
const LOOK_MS = 5000;

const ENDS: ReadonlySet<Phase> = new Set(['ready', 'failed', 'cancelled']);

/** The view of a download that is not carried out here, with its progress as far as that is known. */
export async function viewFromElsewhere(
  running: Running,
  download: Download,
): Promise<DownloadView> {
  return viewOf(running, await updateFromElsewhere(running, download));
}

/** The state of a download that is not carried out here. */
export async function updateFromElsewhere(
  { active }: Pick<Running, 'active'>,
  download: Download,
): Promise<DownloadUpdate> {
  const update = download.state === 'open' ? await progressElsewhere(active, download.id) : null;
  return update && !ENDS.has(update.progress.phase)
    ? { download, progress: update.progress }
    : { download, progress: progressInStore(download) };
}

/** The visitor's open downloads that are not carried out here, the newest first. */
export async function openElsewhere(
  { active, downloads }: Pick<Running, 'active' | 'downloads'>,
  visitor: string,
): Promise<Download[]> {
  const stored = await downloads.ofVisitor(visitor);
  return stored.filter(({ id, state }) => state === 'open' && !active.byId.has(id));
}

/** Cancels a download that another process carries out, even if that process is gone; false when its end came first. */
export async function cancelFromHere(
  running: Running,
  visitor: string,
  id: string,
): Promise<boolean> {
  const controller = new AbortController();
  const callOff = running.clock.after(CANCEL_MS, () => controller.abort());
  const end = endElsewhere(running, visitor, id, controller.signal);
  cancelElsewhere(running.active, id);
  try {
    return (await end)?.state === 'cancelled';
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    const change = { state: 'cancelled', expiresAt: expiryFromNow(running) } as const;
    await running.downloads.endAny(id, change);
    const ended = await running.downloads.get(id);
    if (ended) announceEnd(running.active, ended);
    return ended?.state === 'cancelled';
  } finally {
    callOff();
  }
}

/**
 * Resolves with a download once it has ended, wherever it is carried out, or with null when it is gone. Rejects with the reason
 * of `signal`.
 */
export function endElsewhere(
  { active, clock, downloads }: Running,
  visitor: string,
  id: string,
  signal: AbortSignal,
): Promise<Download | null> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let callOffLook: () => void = () => undefined;
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      callOffLook();
      unfollow();
      settle();
    };
    const onAbort = () => end(() => reject(signal.reason));
    const take = (download: Download | null) => {
      if (download?.state !== 'open') end(() => resolve(download));
    };
    // The message of the end may be lost.
    const look = () => {
      callOffLook = clock.after(LOOK_MS, look);
      downloads.get(id).then(take, (error: unknown) => {
        // It is looked at again; a follower does not lose the download to a database that restarts.
        if (codeOf(error) !== 'server_busy') end(() => reject(error));
      });
    };
    const onUpdate = ({ download }: { readonly download: Download }) => take(download);
    const unfollow = followActive(active, visitor, { id }, onUpdate, [id]);
    signal.addEventListener('abort', onAbort, { once: true });
    look();
  });
}
