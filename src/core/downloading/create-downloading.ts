// The service of downloads as visitors use it: their tickets, and nobody else's; the work itself is carry-out.ts.

import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Works } from '../jobs/works.ts';
import type { Limiter } from '../limits/ports.ts';
import { takeOne } from '../limits/rate-limit.ts';
import { type CarryingNeeds, createCarrying } from './carry-out.ts';
import type { Download } from './download.ts';
import type { Downloading, DownloadView } from './downloading.ts';
import { restingProgress, type Told } from './live-downloads.ts';
import { refuseTooManyOpen, wishOf } from './open-limits.ts';
import { findByHandle, type RunningJob, runningJobsOf } from './running-downloads.ts';
import { refuseTakenDown, takeDownBlocked } from './take-down.ts';

/** What the service needs besides. */
export type DownloadingNeeds = CarryingNeeds & {
  readonly newId: () => string;
  readonly limiter: Pick<Limiter, 'take'>;
};

/** The service, and how main begins and ends it. */
export type DownloadingService = Downloading & {
  /** Takes up this server's open downloads that nothing is done for: what a restart interrupted, or came from a server that is gone; once each. */
  readonly resume: () => Promise<void>;
  /** Takes no new download from now on, and waits until all have ended or `drainMs` are over; the rest stays open for the next start. */
  readonly stop: (drainMs: number) => Promise<void>;
  /** Ends what is on the block list by now, and removes its files. */
  readonly takeDown: () => Promise<void>;
  /** Removes what has expired. */
  readonly sweep: () => Promise<void>;
  /** Everybody's open downloads, the longest open first, and the works behind them. For operators alone. */
  readonly overview: () => ReturnType<Works['count']> & { readonly jobs: readonly RunningJob[] };
  /** Cancels the open download with this handle for whoever's it is; false when its end came first. Throws `job_not_found`. */
  readonly cancelAny: (
    handle: string,
  ) => Promise<{ readonly cancelled: boolean; readonly platform: PlatformId }>;
};

/** Two run and ten wait. */
const MAX_OPEN_PER_VISITOR = 12;
/** How long an ended download is still known after its file has gone, so that its visitor can be told. */
const REMEMBERED_MS = 3_600_000;
const MAX_ATTEMPTS = 2;
/** How long the server stays after its last download has ended. */
const LINGER_MS = 2000;

/** Makes the service. */
export function createDownloading(needs: DownloadingNeeds): DownloadingService {
  const { clock, downloads, files, inspecting, limits, tokens } = needs;
  const carrying = createCarrying(needs);
  const { lives } = carrying;
  let isStopping = false;

  /** A file that others hold for longer has come to its end for this download all the same. */
  const fileOf = ({ fileId, expiresAt }: Download) =>
    fileId === null || (expiresAt !== null && expiresAt <= clock.now()) ? null : files.get(fileId);

  const viewOf = ({ download, progress }: Told): DownloadView => {
    const file = fileOf(download);
    const name = encodeURIComponent(download.fileName ?? '');
    const whole = file ? { bytes: file.bytes, totalBytes: file.bytes } : {};
    return {
      download,
      progress: { ...progress, ...whole },
      file,
      filePath: file ? `/files/${tokens.fileToken(download.id)}/${name}` : null,
      sharePath:
        file && download.isShared
          ? // Short, for a QR code, and without the title, for a link that is passed on.
            `/files/${tokens.shareToken(download.id, download.shareVersion)}/file.${file.receipt.extension}`
          : null,
    };
  };

  const viewOfEnded = (download: Download): DownloadView => {
    const phase = download.state === 'open' ? 'queued' : download.state;
    return viewOf({ download, progress: restingProgress(phase, phase === 'ready' ? 100 : 0) });
  };

  const current = async (visitor: string, id: string): Promise<DownloadView> => {
    const live = lives.get(id);
    const download = live?.download ?? (await downloads.get(id));
    if (download?.visitor !== visitor) throw new AppError('job_not_found');
    return live ? viewOf(live) : viewOfEnded(download);
  };

  const remembered = () => clock.now() + limits.fileTtlMs;

  return {
    isStopping: () => isStopping,

    async start({ visitor, address, text, choice }, signal) {
      if (isStopping) throw new AppError('server_busy', { params: { retryAfterSeconds: 10 } });
      const link = await inspecting.resolve(text, signal);
      // An inspection costs the same whichever way it is asked for.
      if (!inspecting.isKnown(link)) await takeOne(needs.limiter, 'inspect', address);
      const mine = lives.ofVisitor(visitor).filter((live) => !live.isEnding);
      const pointsAt = link.hints.index ?? null;
      const wish = wishOf({ link: link.address, pointsAt, choice });
      const same = mine.find(({ download }) => wishOf(download) === wish);
      if (same) return viewOf(same);
      if (mine.length >= MAX_OPEN_PER_VISITOR)
        throw new AppError('too_many_jobs', { params: { retryAfterSeconds: 10 } });
      refuseTooManyOpen(lives.all(), { address, wish });
      const download = freshDownload({
        id: needs.newId(),
        visitor,
        choice,
        pointsAt,
        createdAt: clock.now(),
        link: link.address,
        platform: link.platform,
      });
      // Live before it is stored, so that of many equal wishes at once only the first makes a ticket.
      const stored = downloads.add(download);
      const live = carrying.begin(download, address, stored);
      await stored;
      return viewOf(live);
    },

    get: current,

    async list(visitor) {
      const stored = await downloads.ofVisitor(visitor);
      return stored.map((download) => {
        const live = lives.get(download.id);
        return live ? viewOf(live) : viewOfEnded(download);
      });
    },

    async ended(visitor, id, signal) {
      const view = await current(visitor, id);
      if (view.download.state !== 'open' || !lives.get(id)) return view;
      signal.throwIfAborted();
      return new Promise<DownloadView>((resolve, reject) => {
        const stop = lives.listen(visitor, { id }, (told) => {
          if (told.download.state === 'open') return;
          signal.removeEventListener('abort', onAbort);
          stop();
          resolve(viewOf(told));
        });
        const onAbort = () => {
          stop();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },

    async cancel(visitor, id) {
      if (id !== null) await current(visitor, id);
      const live =
        id === null ? lives.ofVisitor(visitor).find(({ isEnding }) => !isEnding) : lives.get(id);
      if (!live) return false;
      return carrying.end(live, { state: 'cancelled', expiresAt: remembered() });
    },

    async remove(visitor, id) {
      const { download } = await current(visitor, id);
      if (download.state === 'open')
        throw new AppError('invalid_request', { detail: 'still open' });
      await downloads.remove(id);
      const { fileId } = download;
      if (fileId === null) return;
      // Whoever takes the file at this very moment is not in the store yet.
      for (let seen = -1; seen !== carrying.takings(); ) {
        seen = carrying.takings();
        if (carrying.isTaken(fileId) || (await downloads.isFileHeld(fileId, id))) return;
      }
      await files.remove(fileId);
    },

    async share(visitor, id) {
      const { download, file } = await current(visitor, id);
      if (!file) throw new AppError('expired');
      if (!download.isShared) await downloads.change(id, 'ready', { isShared: true });
      return current(visitor, id);
    },

    async unshare(visitor, id) {
      const { download } = await current(visitor, id);
      if (download.isShared) {
        const shareVersion = download.shareVersion + 1;
        await downloads.change(id, 'ready', { isShared: false, shareVersion });
      }
      return current(visitor, id);
    },

    async watch(visitor, watched, listener) {
      if (typeof watched === 'object') {
        const view = await current(visitor, watched.id);
        if (!lives.get(watched.id)) {
          listener(view);
          // An open one of another server may be taken over here.
          if (view.download.state !== 'open') return () => undefined;
        }
      }
      return lives.listen(visitor, watched, (told) => listener(viewOf(told)));
    },

    async openFile(token, visitor, network) {
      const read = tokens.read(token);
      const download = read && (await downloads.get(read.downloadId));
      if (!read || !download) throw new AppError('job_not_found');
      const isOwner = read.shareVersion === null && download.visitor === visitor;
      const isGuest = download.isShared && read.shareVersion === download.shareVersion;
      if (!isOwner && !isGuest) throw new AppError('job_not_found');
      await refuseTakenDown(needs, download);
      const file = fileOf(download);
      if (!file) throw new AppError(isOwner ? 'expired' : 'job_not_found');
      return {
        file,
        name: download.fileName ?? `download.${file.receipt.extension}`,
        read: (range) => files.open(file.id, range, network),
      };
    },

    async resume() {
      for (const download of await downloads.open()) {
        const { id, attempt } = download;
        if (isStopping || lives.get(id)) continue;
        const again = { attempt: attempt + 1 };
        if (attempt < MAX_ATTEMPTS && (await downloads.change(id, 'open', again))) {
          if (isStopping) return;
          // The network it came from was not stored: each visitor counts as one.
          carrying.begin({ ...download, ...again }, download.visitor, Promise.resolve());
        } else {
          const failure = { code: 'interrupted', params: {} } as const;
          await downloads.change(id, 'open', { state: 'failed', failure, expiresAt: remembered() });
        }
      }
    },

    async stop(drainMs) {
      isStopping = true;
      await drained(lives.all, clock, drainMs);
      await carrying.stop();
    },

    overview: () => ({
      ...needs.works.count(),
      jobs: runningJobsOf(lives.all(), clock.monotonic()),
    }),

    async cancelAny(handle) {
      const live = findByHandle(lives.all(), handle);
      if (!live) throw new AppError('job_not_found');
      const { platform } = live.download;
      const cancelled = await carrying.end(live, { state: 'cancelled', expiresAt: remembered() });
      return { cancelled, platform };
    },

    takeDown: () => takeDownBlocked(needs, carrying),

    async sweep() {
      await files.sweep();
      await downloads.forgetExpired(clock.now() - REMEMBERED_MS);
    },
  };
}

function freshDownload(
  known: Pick<
    Download,
    'id' | 'visitor' | 'choice' | 'pointsAt' | 'createdAt' | 'link' | 'platform'
  >,
): Download {
  return {
    ...known,
    state: 'open',
    title: null,
    fileName: null,
    fileId: null,
    origin: null,
    failure: null,
    attempt: 1,
    shareVersion: 0,
    isShared: false,
    expiresAt: null,
  };
}

/** Fulfilled a moment after the last download has ended, so that its file can be saved; at the latest after `mostMs`. */
function drained(all: () => readonly unknown[], clock: Clock, mostMs: number): Promise<void> {
  const until = clock.monotonic() + mostMs;
  return new Promise((resolve) => {
    const look = () => {
      const leftMs = until - clock.monotonic();
      if (leftMs <= 0) resolve();
      else if (all().length > 0) clock.after(Math.min(50, leftMs), look);
      else clock.after(Math.min(LINGER_MS, leftMs), resolve);
    };
    if (all().length > 0) look();
    else resolve();
  });
}
