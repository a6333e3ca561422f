// From a visitor's request to an open download; and resuming what an earlier start of the server left open.
import { AppError } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Choice } from '../choosing/choice.ts';
import type { Limiter } from '../limits/ports.ts';
import { takeToken } from '../limits/rate-limit.ts';
import { type ActiveDownload, activeOf, allActive } from './active-downloads.ts';
import type { Download } from './download.ts';
import { type DownloadView, viewOf } from './download-view.ts';
import { openElsewhere, viewFromElsewhere } from './downloads-elsewhere.ts';
import { refuseTooManyOpen, requestKey } from './open-limits.ts';
import { expiryFromNow } from './retention.ts';
import { beginDownload, type Running } from './run-download.ts';

/** What starting needs besides. */
export type StartNeeds = Running & {
  readonly newId: () => string;
  readonly limiter: Pick<Limiter, 'take'>;
  /** Whether another server may have downloads of the same visitor. */
  readonly sharesVisitors: boolean;
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

/** What a new download is about. */
export type DownloadSubject = Pick<Download, 'link' | 'platform' | 'task' | 'title' | 'origin'>;

/** Who asks. */
type Asker = Pick<DownloadRequest, 'visitor' | 'network' | 'maxOpen'>;

/** Opens a download for a visitor, or finds their open one for the same. Throws AppError `too_many_jobs`, `server_busy`. */
export async function openDownload(
  needs: StartNeeds,
  asker: Asker,
  subject: DownloadSubject,
  link: Link | null,
): Promise<DownloadView> {
  // Another server may be asked for the same at this moment; what it opened is found by the second attempt, unless it has ended.
  for (const isOnce of needs.sharesVisitors ? [true, false] : [false]) {
    const view = await tryToOpen(needs, asker, subject, link, isOnce);
    if (view) return view;
  }
  throw new AppError('server_busy', { params: TRY_AGAIN });
}

/** Null when another server has opened the visitor's download for the same meanwhile, and `isOnce` forbids a second one. */
async function tryToOpen(
  needs: StartNeeds,
  { visitor, network, maxOpen = MAX_OPEN_PER_VISITOR }: Asker,
  subject: DownloadSubject,
  link: Link | null,
  isOnce: boolean,
): Promise<DownloadView | null> {
  if (needs.isStopping) throw new AppError('server_busy', { params: TRY_AGAIN });
  const key = requestKey(subject);
  // Before what follows, which happens at once: of equal requests at the same time only the first makes a download here.
  const elsewhere = needs.sharesVisitors ? await openElsewhere(needs, visitor) : [];
  const begun = elsewhere.find((download) => requestKey(download) === key);
  if (begun) return viewFromElsewhere(needs, begun);
  const isSame = ({ download }: ActiveDownload) => requestKey(download) === key;
  const all = activeOf(needs.active, visitor);
  const own = all.filter(({ stage }) => stage !== 'ending');
  const same = own.find(isSame);
  if (same) return viewOf(needs, same);
  if (own.length + elsewhere.length >= maxOpen)
    throw new AppError('too_many_jobs', { params: TRY_AGAIN });
  refuseTooManyOpen(allActive(needs.active), { network, key });
  const download = newDownload(needs, visitor, subject);
  // Active before it is stored. One that is ending may still be open in the store.
  const stored = store(needs, download, isOnce && !all.some(isSame));
  const active = beginDownload(needs, download, { link, network }, stored);
  return (await stored) ? viewOf(needs, active) : null;
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
  const reading = readLink(link ?? '');
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
