// The open downloads that this process carries out: how far each one is, when it is abandoned, and what its
// visitor may see of it.
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { innerTopic, type Signals, type Topic } from '../async/signals.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Phase, Progress } from '../jobs/progress.ts';
import type { Download } from './download.ts';
import type { Tokens } from './ports.ts';
import { fileOf, type RetentionNeeds } from './retention.ts';

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
  /** Its row is there. */
  isStored: boolean;
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

export type ActiveDownloads = {
  readonly byId: Map<string, ActiveDownload>;
  readonly abandonTimers: Map<string, () => void>;
  /** Unsubscribes from {@link requestsFor} each. */
  readonly requests: Map<string, () => void>;
  readonly clock: Pick<Clock, 'after'>;
  readonly signals: Signals;
  /** How long a download may go without a follower, in milliseconds. */
  readonly abandonMs: number;
  /** Called with a download that had none for that long. */
  readonly onAbandoned: (active: ActiveDownload) => void;
  /** Called when cancellation is requested. */
  readonly onCancelled: (active: ActiveDownload) => void;
};

/** How far a download is. The last one is kept while it is open. */
export const updatesOf = (id: string): Topic<DownloadUpdate> => innerTopic(`download/${id}`);
/** The ids of a visitor's downloads, each once it is stored. */
export const additionsFor = (visitor: string): Topic<string> =>
  innerTopic(`downloads of ${visitor}`);
/** Requests to the process that carries out a download: to cancel it, or not to abandon it. */
export const requestsFor = (id: string): Topic<'cancel' | 'followed'> =>
  innerTopic(`requests/${id}`);

/** The open downloads; none at first. */
export function createActiveDownloads(
  needs: Pick<ActiveDownloads, 'clock' | 'signals' | 'abandonMs' | 'onAbandoned' | 'onCancelled'>,
): ActiveDownloads {
  return { ...needs, byId: new Map(), abandonTimers: new Map(), requests: new Map() };
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

/** Adds a download and publishes how far it is. */
export function addActive(all: ActiveDownloads, active: ActiveDownload): void {
  const { id } = active.download;
  all.byId.set(id, active);
  publish(all, active);
  abandonLater(all, active);
  const stop = all.signals.subscribe(requestsFor(id), (request) => {
    if (request === 'cancel') all.onCancelled(active);
    else abandonLater(all, active);
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
  all.byId.delete(download.id);
  stopListening(all, download.id);
  all.signals.publish(updatesOf(download.id), { download, progress: active.progress }, 0);
}

/** Forgets all of them without publishing an end. */
export function dropAllActive(all: ActiveDownloads): void {
  for (const id of [...all.byId.keys()]) stopListening(all, id);
  all.byId.clear();
}

function stopListening({ abandonTimers, requests }: ActiveDownloads, id: string): void {
  for (const stops of [abandonTimers, requests]) {
    stops.get(id)?.();
    stops.delete(id);
  }
}

function publish({ signals }: ActiveDownloads, { download, progress }: ActiveDownload): void {
  signals.publish(updatesOf(download.id), { download, progress }, Number.POSITIVE_INFINITY);
}

/** Restarts the timeout after which a download without followers is abandoned. */
function abandonLater(
  { abandonTimers, clock, abandonMs, onAbandoned }: ActiveDownloads,
  active: ActiveDownload,
): void {
  const { id } = active.download;
  abandonTimers.get(id)?.();
  abandonTimers.set(
    id,
    clock.after(abandonMs, () => {
      abandonTimers.delete(id);
      onAbandoned(active);
    }),
  );
}

/** A download, how far it is, and its file once there is one. */
export type DownloadView = {
  readonly download: Download;
  readonly progress: Progress;
  readonly file: StoredFile | null;
  /** Path of the file, `/files/<token>/<name>`; null until it is ready, or may be saved while it arrives. */
  readonly filePath: string | null;
  /** Path for others, `/files/<token>/file.<extension>`; null unless it is shared. */
  readonly sharePath: string | null;
};

/** What views are made with. */
export type ViewNeeds = Pick<RetentionNeeds, 'clock' | 'files'> & {
  readonly tokens: Pick<Tokens, 'fileToken' | 'shareToken'>;
};

/** The view of a download, with its file if it has one. */
export async function viewOf(needs: ViewNeeds, update: DownloadUpdate): Promise<DownloadView> {
  return viewWith(needs, update, await fileOf(needs, update.download));
}

/** The view of a download whose file, if any, is known. */
export function viewWith(
  { tokens }: Pick<ViewNeeds, 'tokens'>,
  { download, progress }: DownloadUpdate,
  file: StoredFile | null,
): DownloadView {
  const saved = file ?? progress.early;
  if (!saved) return { download, progress, file, filePath: null, sharePath: null };
  const { id, shareVersion } = download;
  const name = encodeURIComponent(download.fileName ?? '');
  const filePath = `/files/${tokens.fileToken(id, saved.etag)}/${name}`;
  if (!file) return { download, progress, file, filePath, sharePath: null };
  return {
    download,
    progress: { ...progress, bytes: file.bytes, totalBytes: file.bytes },
    file,
    filePath,
    // Short, for a QR code, and without the title, for a link that is passed on.
    sharePath: download.isShared
      ? `/files/${tokens.shareToken(id, shareVersion)}/file.${file.receipt.extension}`
      : null,
  };
}
