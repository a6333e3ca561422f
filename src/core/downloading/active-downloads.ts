// The open downloads of this process: how far each one is, who follows it, and when it is abandoned.
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { innerTopic, type Signals, type Topic } from '../async/signals.ts';
import type { Phase, Progress } from '../jobs/progress.ts';
import type { Download } from './download.ts';

/**
 * Where an open download is on its way: its link is inspected, its job waits or runs, or its end is being stored. Nothing
 * leads back, and nothing but the end follows `ending`.
 */
export type Stage = 'inspecting' | 'queued' | 'running' | 'ending';

/** An open download that this process carries out. */
export type ActiveDownload = {
  download: Download;
  progress: Progress;
  stage: Stage;
  /** The job that it joined, and whether none of this process had before. */
  job?: { readonly key: string; readonly isFirst: boolean };
  /** Null for an edit of a stored file. */
  readonly link: Link | null;
  /** The rate key of the network that asked for it. */
  readonly network: string;
  /** Aborts what runs for this download only. */
  readonly controller: AbortController;
  readonly startedAtMs: number;
};

/** The state of a download at one moment; the last one of a download that has ended. */
export type DownloadUpdate = { readonly download: Download; readonly progress: Progress };

/** Which downloads of a visitor to follow: one, all, or the newest open one (else the next to come). */
export type Followed = { readonly id: string } | 'all' | 'newest';

/** The open downloads by id. */
export type ActiveDownloads = {
  readonly byId: Map<string, ActiveDownload>;
  readonly followers: Map<string, number>;
  readonly abandonTimers: Map<string, () => void>;
  /** Ends listening to what other processes ask for. */
  readonly requests: Map<string, () => void>;
  readonly clock: Pick<Clock, 'after'>;
  readonly signals: Signals;
  /** How long a download may go without a follower, in milliseconds. */
  readonly abandonMs: number;
  /** Called with a download that had none for that long. */
  readonly onAbandoned: (active: ActiveDownload) => void;
  /** Called when another process asks to cancel a download. */
  readonly onCancelled: (active: ActiveDownload) => void;
};

/** How often a process says that it follows a download of another one, as a part of the time until that is abandoned. */
const HEARD_PART = 1 / 3;

const updatesOf = (id: string): Topic<DownloadUpdate> => innerTopic(`download/${id}`);
const additionsFor = (visitor: string): Topic<string> => innerTopic(`downloads of ${visitor}`);
/** Another process asks the one that carries out a download to cancel it, or says that it is followed there. */
const requestsFor = (id: string): Topic<'cancel' | 'followed'> => innerTopic(`requests/${id}`);

/** The open downloads; none at first. */
export function createActiveDownloads(
  needs: Pick<ActiveDownloads, 'clock' | 'signals' | 'abandonMs' | 'onAbandoned' | 'onCancelled'>,
): ActiveDownloads {
  return {
    ...needs,
    byId: new Map(),
    followers: new Map(),
    abandonTimers: new Map(),
    requests: new Map(),
  };
}

/** The progress of a download that has none: it waits, or has ended. */
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

/** All of them, the oldest first. */
export function allActive({ byId }: ActiveDownloads): ActiveDownload[] {
  return [...byId.values()];
}

/** Those of one visitor, the newest first. */
export function activeOf(all: ActiveDownloads, visitor: string): ActiveDownload[] {
  return allActive(all)
    .filter(({ download }) => download.visitor === visitor)
    .reverse();
}

/** Adds a download and publishes it. */
export function addActive(all: ActiveDownloads, active: ActiveDownload): void {
  const { id, visitor } = active.download;
  all.byId.set(id, active);
  publish(all, active);
  all.signals.publish(additionsFor(visitor), id, 0);
  watchForAbandonment(all, id);
  const stop = all.signals.subscribe(requestsFor(id), (request) => {
    if (request === 'cancel') return all.onCancelled(active);
    callOffAbandonment(all, id);
    watchForAbandonment(all, id);
  });
  all.requests.set(id, stop);
}

/** Changes what is known of a download and publishes it; nothing once its end is being stored. Percentages never decrease. */
export function updateActive(
  all: ActiveDownloads,
  active: ActiveDownload,
  change: Partial<DownloadUpdate & Pick<ActiveDownload, 'stage'>>,
): void {
  if (active.stage === 'ending' || all.byId.get(active.download.id) !== active) return;
  if (change.stage) active.stage = change.stage;
  if (change.download) active.download = change.download;
  if (change.progress) {
    const percent = Math.max(active.progress.percent, change.progress.percent);
    active.progress = { ...change.progress, percent };
  }
  publish(all, active);
}

/** Publishes the end of a download and removes it. */
export function removeActive(
  all: ActiveDownloads,
  active: ActiveDownload,
  download: Download,
): void {
  const phase = download.state === 'open' ? 'queued' : download.state;
  const percent = download.state === 'ready' ? 100 : active.progress.percent;
  active.download = download;
  active.progress = { ...restingProgress(phase, percent), bytes: active.progress.bytes };
  // Published while it is still there, so that a request that comes meanwhile finds it in one place or the other.
  all.signals.publish(updatesOf(download.id), { download, progress: active.progress }, 0);
  all.byId.delete(download.id);
  stopListening(all, download.id);
}

/** Forgets all of them without publishing an end. */
export function dropAllActive(all: ActiveDownloads): void {
  for (const id of [...all.byId.keys()]) stopListening(all, id);
  all.byId.clear();
}

function stopListening(all: ActiveDownloads, id: string): void {
  callOffAbandonment(all, id);
  all.requests.get(id)?.();
  all.requests.delete(id);
}

/** How far an open download is that another process carries out; null when that is not known. */
export function progressElsewhere(
  { signals }: ActiveDownloads,
  id: string,
): Promise<DownloadUpdate | null> {
  return signals.latest(updatesOf(id));
}

/** Asks the process that carries out a download to cancel it; nothing happens when that process is gone. */
export function cancelElsewhere({ signals }: ActiveDownloads, id: string): void {
  signals.publish(requestsFor(id), 'cancel', 0);
}

/** Publishes the end of a download that no process carries out any more. */
export function announceEnd({ signals }: ActiveDownloads, download: Download): void {
  const progress = restingProgress(download.state === 'open' ? 'queued' : download.state);
  signals.publish(updatesOf(download.id), { download, progress }, 0);
}

/**
 * Calls `listener` with the present state of the visitor's open downloads that are followed, then with each change. A
 * followed download is not abandoned. `elsewhere` are the open ones that other processes carry out, the newest first. Returns
 * the function that ends it.
 */
export function followActive(
  all: ActiveDownloads,
  visitor: string,
  followed: Followed,
  listener: (update: DownloadUpdate) => void,
  elsewhere: readonly string[] = [],
): () => void {
  const stops = new Map<string, () => void>();
  const isFollowed = (id: string) =>
    typeof followed === 'object' ? followed.id === id : followed === 'all' || stops.size === 0;
  const follow = (id: string) => {
    if (stops.has(id) || !isFollowed(id)) return;
    const onUpdate = (update: DownloadUpdate) => {
      listener(update);
      if (update.download.state !== 'open') stops.get(id)?.();
    };
    stops.set(id, followOne(all, id, onUpdate));
  };
  const stopAdditions = all.signals.subscribe(additionsFor(visitor), follow);
  for (const { download } of activeOf(all, visitor)) follow(download.id);
  for (const id of elsewhere) follow(id);
  return () => {
    stopAdditions();
    for (const stop of stops.values()) stop();
  };
}

function followOne(
  all: ActiveDownloads,
  id: string,
  listener: (update: DownloadUpdate) => void,
): () => void {
  all.followers.set(id, (all.followers.get(id) ?? 0) + 1);
  callOffAbandonment(all, id);
  const unsubscribe = all.signals.subscribe(updatesOf(id), listener);
  const stopSaying = sayFollowed(all, id);
  let isStopped = false;
  return () => {
    if (isStopped) return;
    isStopped = true;
    unsubscribe();
    stopSaying();
    const left = (all.followers.get(id) ?? 1) - 1;
    if (left > 0) all.followers.set(id, left);
    else all.followers.delete(id);
    watchForAbandonment(all, id);
  };
}

/** Tells the process that carries out a download, as long as that is another one, that it is followed here. */
function sayFollowed(all: ActiveDownloads, id: string): () => void {
  let callOff: () => void = () => undefined;
  const say = () => {
    if (!all.byId.has(id)) all.signals.publish(requestsFor(id), 'followed', 0);
    callOff = all.clock.after(all.abandonMs * HEARD_PART, say);
  };
  say();
  return () => callOff();
}

function publish({ signals }: ActiveDownloads, { download, progress }: ActiveDownload): void {
  signals.publish(updatesOf(download.id), { download, progress }, Number.POSITIVE_INFINITY);
}

/** Starts the timeout after which a download without followers is abandoned. */
function watchForAbandonment(all: ActiveDownloads, id: string): void {
  const active = all.byId.get(id);
  if (!active || all.followers.has(id) || all.abandonTimers.has(id)) return;
  const callOff = all.clock.after(all.abandonMs, () => {
    all.abandonTimers.delete(id);
    all.onAbandoned(active);
  });
  all.abandonTimers.set(id, callOff);
}

function callOffAbandonment({ abandonTimers }: ActiveDownloads, id: string): void {
  abandonTimers.get(id)?.();
  abandonTimers.delete(id);
}
