// From an open download to the job that makes its file: inspects or finds the source, and plans.
import { AppError } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Plan } from '../choosing/plan.ts';
import type { FileStore } from '../files/ports.ts';
import type { Receipt } from '../files/stored-file.ts';
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { JobRequest } from '../jobs/queue/job-queue.ts';
import { encodesVideo, type FileLimits, settleEdit, settlePlan } from '../jobs/settle-plan.ts';
import type { ActiveDownload } from './active-downloads.ts';
import type { DownloadTask } from './download.ts';
import { nameOfEdit, nameOfFile } from './name-file.ts';

/** What preparing needs. */
export type PrepareNeeds = {
  readonly inspecting: Inspecting;
  readonly files: Pick<FileStore, 'get'>;
  readonly limits: FileLimits;
};

/** A job to join, and what its file will be. `link` counts among popular downloads; null for an edit. */
export type Prepared = {
  readonly plan: Plan;
  readonly seconds: number | null;
  readonly isHeavy: boolean;
  readonly request: JobRequest;
  readonly title: string;
  readonly origin: Origin | null;
  readonly link: Link | null;
  readonly nameOf: (receipt: Receipt) => string;
};

/** Prepares a download. Throws AppError. */
export function prepareDownload(needs: PrepareNeeds, active: ActiveDownload): Promise<Prepared> {
  const { task } = active.download;
  return task.kind === 'link' ? prepareLink(needs, active, task) : prepareEdit(needs, active, task);
}

async function prepareLink(
  { inspecting, limits }: PrepareNeeds,
  { link, network, controller, download }: ActiveDownload,
  { choice, pointsAt }: Extract<DownloadTask, { kind: 'link' }>,
): Promise<Prepared> {
  if (!link) throw new TypeError('a download of a link has a link');
  const { visitor } = download;
  // A download may wait for its inspection: how many are open is bounded.
  const inspected = await inspecting.inspect(link, { network, canWait: true }, controller.signal);
  const plan = settlePlan(inspected, { choice, pointsAt, visitor }, limits);
  const { inspection, origin } = inspected;
  const subtitles = inspection.items
    .flatMap((item) => item.subtitles)
    .filter(({ id }) => plan.extras.subtitles?.includes(id));
  return {
    plan,
    seconds: plan.seconds,
    isHeavy: encodesVideo(plan.recipe),
    request: {
      kind: 'link',
      link,
      pointsAt,
      choice,
      ...(subtitles.length > 0 && { subtitles }),
      inspectionId: inspection.id,
      visitor: inspected.withCookies ? visitor : null,
    },
    title: inspection.media.title,
    origin,
    link: inspection.link,
    nameOf: (receipt) => nameOfFile(plan, inspection, receipt, choice.name),
  };
}

async function prepareEdit(
  { files, limits }: PrepareNeeds,
  { download }: ActiveDownload,
  { fileId, edit }: Extract<DownloadTask, { kind: 'edit' }>,
): Promise<Prepared> {
  const file = await files.get(fileId);
  if (!file) throw new AppError('expired');
  const plan = settleEdit(file, edit, limits);
  const title = download.title ?? '';
  return {
    plan,
    seconds: plan.seconds,
    isHeavy: encodesVideo(plan.recipe),
    request: { kind: 'edit', fileId, edit, title },
    title,
    origin: download.origin,
    link: null,
    nameOf: (receipt) => nameOfEdit(title, edit, plan.recipe, receipt),
  };
}
