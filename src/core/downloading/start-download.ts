// From a visitor's request, for a link or an edit, to an open download; and resuming what an earlier start of the server left open.
import { AppError } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';
import type { Choice } from '../choosing/choice.ts';
import type { Edit } from '../choosing/edits/edit.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { settleEdit } from '../jobs/settle-plan.ts';
import { SHARED_RESOURCES } from '../limits/network-bounds.ts';
import { networksAround } from '../limits/networks.ts';
import type { Limiter } from '../limits/ports.ts';
import { takeToken } from '../limits/rate-limit.ts';
import { findUpload, type UploadNeeds } from '../uploads/receive-upload.ts';
import {
  type ActiveDownload,
  activeOf,
  allActive,
  type DownloadView,
  viewOf,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import { getDownload, updateOf } from './follow-and-cancel.ts';
import { expiryFromNow, refuseTakenDown } from './retention.ts';
import { beginDownload, type Running } from './run-download.ts';

export type StartNeeds = Running & {
  readonly newId: () => string;
  readonly limiter: Pick<Limiter, 'take'>;
  /** True once new downloads are refused. */
  isStopping: boolean;
};

/** A visitor's request. `text` is the pasted text; `network` is the rate key of the network it came from. */
export type DownloadRequest = {
  readonly visitor: string;
  readonly network: string;
  /** How many open downloads the visitor may have; by default twelve. */
  readonly maxOpen?: number | undefined;
  readonly text: string;
  readonly choice: Choice;
};

/** Two run and ten wait. */
const MAX_OPEN_PER_VISITOR = 12;
const MAX_ATTEMPTS = 2;
const TRY_AGAIN = { retryAfterSeconds: 10 } as const;
const { openDownloads, openJobs } = SHARED_RESOURCES;

/** Starts a download, or finds the visitor's open one for the same request. Throws AppError. */
export async function startDownload(
  needs: StartNeeds,
  request: DownloadRequest,
  signal: AbortSignal,
): Promise<DownloadView> {
  if (needs.isStopping) throw new AppError('server_busy', { params: TRY_AGAIN });
  const { visitor, network, maxOpen, choice } = request;
  const link = await needs.inspecting.resolve(request.text, signal);
  // Counts like any other inspection.
  if (!needs.inspecting.isKnown(link)) await takeToken(needs.limiter, 'inspect', network);
  const pointsAt = link.hints.index ?? null;
  const { address, platform } = link;
  const task = { kind: 'link', choice, pointsAt } as const;
  const subject = { link: address, platform, task, title: null, origin: null };
  return openDownload(needs, { visitor, network, maxOpen }, subject, { ...link, hints: {} });
}

export type DownloadSubject = Pick<Download, 'link' | 'platform' | 'task' | 'title' | 'origin'>;

type Asker = Pick<DownloadRequest, 'visitor' | 'network' | 'maxOpen'>;

/** Opens a download for a visitor, or finds their open one for the same. Throws AppError `too_many_jobs`, `server_busy`. */
async function openDownload(
  needs: StartNeeds,
  asker: Asker,
  subject: DownloadSubject,
  link: Link | null,
): Promise<DownloadView> {
  // The same may be requested twice at this moment: what the other opened is found by the second attempt, unless it has ended.
  for (const isOnce of [true, false]) {
    const view = await tryToOpen(needs, asker, subject, link, isOnce);
    if (view) return view;
  }
  throw new AppError('server_busy', { params: TRY_AGAIN });
}

/** Null when the visitor's download for the same was opened meanwhile, and `isOnce` forbids a second one. */
async function tryToOpen(
  needs: StartNeeds,
  { visitor, network, maxOpen = MAX_OPEN_PER_VISITOR }: Asker,
  subject: DownloadSubject,
  link: Link | null,
  isOnce: boolean,
): Promise<DownloadView | null> {
  if (needs.isStopping) throw new AppError('server_busy', { params: TRY_AGAIN });
  const key = requestKey(subject);
  const isEnding = (id: string) => needs.active.byId.get(id)?.stage === 'ending';
  const stored = (await needs.downloads.openOf(visitor)).filter(({ id }) => !isEnding(id));
  const same = stored.find((download) => requestKey(download) === key);
  if (same) return viewOf(needs, await updateOf(needs, same));
  const all = activeOf(needs.active, visitor);
  const others = all.filter(
    ({ stage, download }) => stage !== 'ending' && !stored.some(({ id }) => id === download.id),
  );
  const begun = others.find((one) => !one.isStored && requestKey(one.download) === key);
  if (begun) return viewOf(needs, begun);
  if (stored.length + others.length >= maxOpen)
    throw new AppError('too_many_jobs', { params: TRY_AGAIN });
  refuseTooManyOpen(allActive(needs.active), { network, key });
  const download = newDownload(needs, visitor, subject);
  // Active before it is stored. One that is ending may still be open in the store.
  const isEndingSame = all.some(
    (one) => one.stage === 'ending' && requestKey(one.download) === key,
  );
  const storing = store(needs, download, isOnce && !isEndingSame);
  const active = beginDownload(needs, download, { link, network }, storing);
  return (await storing) ? viewOf(needs, active) : null;
}

async function store(
  { downloads }: StartNeeds,
  download: Download,
  isOnce: boolean,
): Promise<boolean> {
  if (isOnce) return downloads.addOnce(download);
  await downloads.add(download);
  return true;
}

/** The key of a request: downloads with the same key get the same file. */
export function requestKey({ link, task }: Pick<Download, 'link' | 'task'>): string {
  return JSON.stringify([link, task]);
}

/** Throws AppError `too_many_jobs` when the network has its share of open downloads, `server_busy` at the server's total. */
export function refuseTooManyOpen(
  open: readonly Pick<ActiveDownload, 'network' | 'download'>[],
  asked: { readonly network: string; readonly key: string },
): void {
  const networks = networksAround(asked.network);
  const held = networks.map((network) => ({ ...network, downloads: 0, keys: new Set<string>() }));
  for (const { network, download } of open) {
    const around = new Set(networksAround(network).map(({ key }) => key));
    for (const one of held) {
      if (!around.has(one.key)) continue;
      one.downloads += 1;
      one.keys.add(requestKey(download));
    }
  }
  const isBeyond = held.some(
    ({ width, downloads, keys }) =>
      downloads >= openDownloads.perNetwork[width] ||
      (keys.size >= openJobs.perNetwork[width] && !keys.has(asked.key)),
  );
  if (isBeyond) {
    const { beyond, retryAfterSeconds } = openDownloads;
    throw new AppError(beyond, { params: { retryAfterSeconds } });
  }
  if (open.length >= openDownloads.total)
    throw new AppError('server_busy', { params: { retryAfterSeconds: 30 } });
}

/** What to edit: the file of the visitor's own download, or an earlier upload of theirs. `title` names the file of an upload. */
export type EditSource =
  | { readonly kind: 'download'; readonly id: string }
  | { readonly kind: 'upload'; readonly id: string; readonly title: string };

/** A visitor's request. `network` is the rate key of the network it came from. */
export type EditRequest = {
  readonly visitor: string;
  readonly network: string;
  /** How many open downloads the visitor may have; by default twelve. */
  readonly maxOpen?: number | undefined;
  readonly source: EditSource;
  readonly edit: Edit;
};

/**
 * Starts an edit, or finds the visitor's open one for the same. Throws AppError `job_not_found`, `expired`, `taken_down`, what
 * `settleEdit` throws, and the limits of downloads.
 */
export async function startEdit(
  needs: StartNeeds & Pick<UploadNeeds, 'tokens'>,
  { visitor, network, maxOpen, source, edit }: EditRequest,
): Promise<DownloadView> {
  const { file, ...origin } = await findSource(needs, visitor, source);
  // Refused here already, so that the visitor does not wait for it.
  settleEdit(file, edit, needs.limits);
  // The job may have to wait. An upload, and what was made of it, expire a while after they came, however often they are edited.
  if (origin.link && !(await needs.files.touch(file.id, expiryFromNow(needs))))
    throw new AppError('expired');
  const task = {
    kind: 'edit',
    fileId: file.id,
    uploadId: source.kind === 'upload' ? source.id : null,
    edit,
  } as const;
  return openDownload(needs, { visitor, network, maxOpen }, { ...origin, task }, null);
}

type Source = Omit<DownloadSubject, 'task'> & { readonly file: StoredFile };

async function findSource(needs: StartNeeds, visitor: string, source: EditSource): Promise<Source> {
  if (source.kind === 'upload') {
    const file = await findUpload(needs, visitor, source.id);
    return { file, link: null, platform: null, origin: null, title: source.title };
  }
  const { download, file } = await getDownload(needs, visitor, source.id);
  if (download.state === 'open')
    throw new AppError('invalid_request', { params: { field: 'job' }, detail: 'still open' });
  await refuseTakenDown(needs, download);
  if (!file) throw new AppError('expired');
  const { link, platform, origin, title } = download;
  return { file, link, platform, origin, title };
}

/** Resumes the open downloads of this server that do not run; fails those that were resumed before. */
export async function resumeDownloads(needs: StartNeeds): Promise<void> {
  for (const download of await needs.downloads.open()) {
    if (needs.isStopping) return;
    if (!needs.active.byId.has(download.id)) await resumeOne(needs, download);
  }
}

async function resumeOne(needs: StartNeeds, download: Download): Promise<ActiveDownload | null> {
  const { id, attempt, visitor } = download;
  const again = { attempt: attempt + 1 };
  const link = linkOf(download);
  if (
    attempt >= MAX_ATTEMPTS ||
    link === 'unreadable' ||
    !(await needs.downloads.change(id, 'open', again))
  ) {
    const failure = { code: 'interrupted', params: {} } as const;
    const change = { state: 'failed', failure, expiresAt: expiryFromNow(needs) } as const;
    await needs.downloads.change(id, 'open', change);
    return null;
  }
  if (needs.isStopping) return null;
  // The network is not stored: each visitor counts as one.
  const from = { link, network: visitor };
  return beginDownload(needs, { ...download, ...again }, from, Promise.resolve(true));
}

/** The link that a stored download is made from; null for an edit. */
function linkOf({ link, task }: Download): Link | null | 'unreadable' {
  if (task.kind === 'edit') return null;
  const reading = readAnyLink(link ?? '');
  return reading.kind === 'link' ? reading.link : 'unreadable';
}

function newDownload(
  { newId, clock }: StartNeeds,
  visitor: string,
  subject: DownloadSubject,
): Download {
  return {
    ...subject,
    id: newId(),
    visitor,
    state: 'open',
    fileName: null,
    fileId: null,
    failure: null,
    attempt: 1,
    shareVersion: 0,
    isShared: false,
    createdAt: clock.now(),
    expiresAt: null,
  };
}
