// From an open download to the job that makes its file: inspects or finds the source, plans, and names the file.
import { AppError } from '../../shared/errors.ts';
import { chapterName } from '../../shared/media/chapters.ts';
import { fileNameOf } from '../../shared/media/file-name.ts';
import { FILE_FORMATS } from '../../shared/media/formats.ts';
import { spanName } from '../../shared/media/span-name.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Origin } from '../blocks/origin.ts';
import type { Choice, Span } from '../choosing/choice.ts';
import type { Edit } from '../choosing/edits/edit.ts';
import {
  encodedKilobits,
  type LinkPlan,
  onlyCopies,
  type Plan,
  type Recipe,
  spanOf,
} from '../choosing/plan.ts';
import type { FileStore } from '../files/ports.ts';
import type { Receipt } from '../files/stored-file.ts';
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { Inspection } from '../inspecting/inspection.ts';
import type { JobRequest } from '../jobs/queue/job-queue.ts';
import { encodesVideo, type FileLimits, settleEdit, settlePlan } from '../jobs/settle-plan.ts';
import type { ActiveDownload } from './active-downloads.ts';
import type { DownloadTask } from './download.ts';

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
  readonly isCopy: boolean;
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
    isCopy: onlyCopies(plan.recipe),
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
    nameOf: (receipt) =>
      nameOfFile(plan, inspection, receipt, choice.name ?? nameOfChapter(plan, inspection, choice)),
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
    isCopy: onlyCopies(plan.recipe),
    request: { kind: 'edit', fileId, edit, title },
    title,
    origin: download.origin,
    link: null,
    nameOf: (receipt) => nameOfEdit(title, edit, plan.recipe, receipt),
  };
}

/** `Title (1080p).mp4`, `Title (2.5s-1m5s, 1080p).mp4` for a part, `Title 2 (720p).mp4`, `Artist - Track (320 kbps).mp3`, `Title.m4a`; or the chosen name, with the extension. */
export function nameOfFile(
  plan: LinkPlan,
  inspection: Inspection,
  receipt: Receipt,
  chosen?: string,
): string {
  if (chosen !== undefined) return chosenName(chosen, receipt);
  const isWholePost = plan.recipe.kind === 'slideshow';
  const item = isWholePost ? null : inspection.items.find(({ id }) => id === plan.itemId);
  const own = item?.title || inspection.media.title;
  const isOneOfMany = !isWholePost && inspection.items.length > 1 && own === inspection.media.title;
  const { picture, extension } = receipt;
  const lines = picture && `${Math.min(picture.width, picture.height)}p`;
  const kilobits = encodedKilobits(plan.recipe);
  const rate = kilobits === null ? null : `${kilobits} kbps`;
  const song = FILE_FORMATS[plan.recipe.container].kind === 'audio' ? item?.song : undefined;
  return fileNameOf({
    title: song?.track ?? (isOneOfMany ? `${own} ${item?.index ?? 1}` : own),
    author: song?.artists.join(', ') ?? null,
    qualifier:
      plan.recipe.container === 'image' ? null : qualifierOf(spanOf(plan.recipe), lines ?? rate),
    extension,
  });
}

/** Of a part that was chosen as one of the chapters; undefined for others. */
function nameOfChapter(
  { itemId }: LinkPlan,
  { items }: Inspection,
  { span }: Choice,
): string | undefined {
  const item = items.find(({ id }) => id === itemId);
  return span && 'chapter' in span && item ? chapterName(item.chapters, span.chapter) : undefined;
}

function chosenName(chosen: string, { extension }: Receipt): string {
  const ending = `.${extension}`;
  const isTyped = chosen.toLowerCase().endsWith(ending);
  const title = isTyped ? chosen.slice(0, -ending.length) : chosen;
  return fileNameOf({ title, qualifier: null, extension });
}

/** `Title (720p).webm`, `Title (2.5s-1m5s, 1080p).mp4` for a part, `Title (192 kbps).mp3`. */
export function nameOfEdit(
  title: string,
  { span }: Edit,
  recipe: Recipe,
  { picture, extension }: Receipt,
): string {
  const lines = picture && `${Math.min(picture.width, picture.height)}p`;
  const kilobits = encodedKilobits(recipe);
  const rate = kilobits === null ? null : `${kilobits} kbps`;
  return fileNameOf({ title, qualifier: qualifierOf(span, lines ?? rate), extension });
}

/** Which part it is, and how good. */
function qualifierOf(span: Span | null, quality: string | null): string | null {
  const part = span && spanName(span.startSeconds * 1000, span.endSeconds * 1000);
  return [part, quality].filter((one) => one !== null).join(', ') || null;
}
