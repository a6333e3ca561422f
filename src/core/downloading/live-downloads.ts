// The open downloads of this process with whoever listens to them: what they hear, and how long nobody may listen.

import type { Clock } from '../async/clock.ts';
import type { Phase, Progress } from '../jobs/progress.ts';
import type { Download } from './download.ts';
import type { Watched } from './downloading.ts';

/** An open download while it is carried out here. */
export type LiveDownload = {
  download: Download;
  progress: Progress;
  /** The network it was asked from, for the queue. */
  readonly address: string;
  /** Ends what is done for this download alone. */
  readonly controller: AbortController;
  readonly startedAt: number;
  /** Its end is being stored: whatever else would end it comes too late. */
  isEnding: boolean;
};

/** What a listener is told: an open download, or one that just ended. */
export type Told = { readonly download: Download; readonly progress: Progress };

type Watcher = {
  readonly watched: Watched;
  /** The download a `newest` watcher has settled on. */
  target: string | null;
  readonly listener: (told: Told) => void;
};

/** The progress of a download that does nothing at the moment, or has ended. */
export function restingProgress(phase: Phase, percent = 0): Progress {
  return {
    phase,
    percent,
    bytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    connections: 0,
    etaSeconds: null,
    position: null,
  };
}

/** Open downloads by id, and the listeners of each visitor. */
export type LiveDownloads = {
  readonly get: (id: string) => LiveDownload | undefined;
  readonly all: () => readonly LiveDownload[];
  /** Of one visitor, the newest first. */
  readonly ofVisitor: (visitor: string) => readonly LiveDownload[];
  readonly add: (live: LiveDownload) => void;
  /** Changes what is known of an open download and tells it. */
  readonly update: (live: LiveDownload, change: Partial<Told>) => void;
  /** Takes a download away and tells its end. */
  readonly end: (live: LiveDownload, download: Download) => void;
  /** Lets go of all of them without a word; nothing is given up any more. */
  readonly stop: () => void;
  readonly listen: (
    visitor: string,
    watched: Watched,
    listener: (told: Told) => void,
  ) => () => void;
};

/** Makes them. `onAbandoned` is called when nobody has listened to an open download for `abandonMs`. */
export function createLiveDownloads(needs: {
  readonly clock: Clock;
  readonly abandonMs: number;
  readonly onAbandoned: (live: LiveDownload) => void;
}): LiveDownloads {
  const { clock } = needs;
  const lives = new Map<string, LiveDownload>();
  const watchers = new Map<string, Set<Watcher>>();
  const abandoning = new Map<string, () => void>();

  const hears = (watcher: Watcher, id: string): boolean => {
    if (watcher.watched === 'all') return true;
    if (watcher.watched !== 'newest') return watcher.watched.id === id;
    watcher.target ??= id;
    return watcher.target === id;
  };

  const hearing = (live: LiveDownload) =>
    [...(watchers.get(live.download.visitor) ?? [])].filter((each) =>
      hears(each, live.download.id),
    );

  const tell = (live: LiveDownload) => {
    const { download, progress } = live;
    for (const { listener } of hearing(live)) listener({ download, progress });
  };

  /** Starts or calls off the time after which an unheard download is given up. */
  const watchOver = (live: LiveDownload) => {
    const { id } = live.download;
    const isHeard = !lives.has(id) || hearing(live).length > 0;
    if (isHeard) {
      abandoning.get(id)?.();
      abandoning.delete(id);
    } else if (!abandoning.has(id)) {
      const callOff = clock.after(needs.abandonMs, () => {
        abandoning.delete(id);
        needs.onAbandoned(live);
      });
      abandoning.set(id, callOff);
    }
  };

  const ofVisitor = (visitor: string) =>
    [...lives.values()].filter(({ download }) => download.visitor === visitor).reverse();

  return {
    get: (id) => lives.get(id),
    all: () => [...lives.values()],
    ofVisitor,
    add(live) {
      lives.set(live.download.id, live);
      tell(live);
      watchOver(live);
    },
    update(live, change) {
      if (live.isEnding || lives.get(live.download.id) !== live) return;
      if (change.download) live.download = change.download;
      if (change.progress) {
        const percent = Math.max(live.progress.percent, change.progress.percent);
        live.progress = { ...change.progress, percent };
      }
      tell(live);
    },
    end(live, download) {
      // Told while it is still there, so that nobody who asks meanwhile finds a gap.
      live.download = download;
      const phase = download.state === 'open' ? 'queued' : download.state;
      const percent = download.state === 'ready' ? 100 : live.progress.percent;
      live.progress = {
        ...live.progress,
        ...restingProgress(phase, percent),
        bytes: live.progress.bytes,
      };
      tell(live);
      lives.delete(download.id);
      watchOver(live);
    },
    stop() {
      for (const callOff of abandoning.values()) callOff();
      abandoning.clear();
      lives.clear();
    },
    listen(visitor, watched, listener) {
      const watcher: Watcher = { watched, target: null, listener };
      const own = watchers.get(visitor) ?? new Set();
      watchers.set(visitor, own.add(watcher));
      for (const live of ofVisitor(visitor)) {
        if (hears(watcher, live.download.id))
          listener({ download: live.download, progress: live.progress });
        watchOver(live);
      }
      return () => {
        own.delete(watcher);
        if (own.size === 0 && watchers.get(visitor) === own) watchers.delete(visitor);
        for (const live of ofVisitor(visitor)) watchOver(live);
      };
    },
  };
}
