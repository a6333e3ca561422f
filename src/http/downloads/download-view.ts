// The API views of a download: a progress event, the finished file, and the job with both.
import { sizeLabel } from '../../core/choosing/labels.ts';
import type { DownloadView } from '../../core/downloading/active-downloads.ts';
import type { Phase } from '../../core/jobs/progress.ts';
import type {
  DownloadAnswer,
  DownloadResult,
  Job,
  ProgressEvent,
} from '../../shared/api/download.ts';
import { AppError, type ErrorCode, type ErrorParams } from '../../shared/errors.ts';
import { type ErrorWords, refOfDownload } from '../answers/errors.ts';

/** The message of a finished download, as the specification words it. */
const DONE = 'Download complete!';

const STATUS_WORDS: Readonly<Record<Phase, string>> = {
  queued: 'Queued',
  inspecting: 'Analyzing',
  fetching: 'Downloading',
  making: 'Converting...',
  checking: 'Checking',
  ready: 'Complete',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Builds the API view of a download. */
export type DownloadViews = {
  readonly event: (view: DownloadView) => ProgressEvent;
  /** Returns the finished file; null if it does not exist yet or was deleted. */
  readonly result: (view: DownloadView) => DownloadResult | null;
  readonly job: (view: DownloadView) => Job;
  /** Returns the answer to a finished download. Throws AppError with the reason if there is no file. */
  readonly answer: (view: DownloadView) => DownloadAnswer;
};

/** Share links are absolute if `publicUrl` is set, so that they work on another device. */
export function createDownloadViews(
  words: ErrorWords,
  publicUrl: string | undefined,
  basePath = '',
): DownloadViews {
  const addressOf = (path: string | null) => path && basePath + path;
  const event = (view: DownloadView): ProgressEvent => {
    const code = endOf(view)?.code;
    const { early, ...progress } = view.progress;
    const downloadUrl = addressOf(view.filePath);
    const { fileName: filename } = view.download;
    return {
      status: STATUS_WORDS[view.progress.phase],
      message: messageOf(view, words),
      job: view.download.id,
      ...progress,
      ...(early &&
        downloadUrl &&
        filename && {
          early: { downloadUrl, filename, bytes: early.bytes, etag: early.etag },
        }),
      ...(code ? { code } : {}),
    };
  };

  const result = ({ download, file, filePath, sharePath }: DownloadView): DownloadResult | null => {
    if (download.state !== 'ready' || !file || filePath === null) return null;
    const { extension, ...receipt } = file.receipt;
    const shareUrl = addressOf(sharePath);
    return {
      downloadUrl: basePath + filePath,
      etag: file.etag,
      filename: download.fileName ?? `download.${extension}`,
      format: extension,
      sizeFormatted: sizeLabel({ bytes: file.bytes, exact: true }) ?? '',
      receipt: { ...receipt, sha256: file.sha256 },
      expiresAt: download.expiresAt ?? file.expiresAt,
      shareUrl: shareUrl && (publicUrl ? new URL(shareUrl, publicUrl).href : shareUrl),
    };
  };

  return {
    event,
    result,
    job(view) {
      const { id, state, platform, link, title, createdAt, task } = view.download;
      const uploadId = task.kind === 'edit' ? task.uploadId : null;
      const end = state === 'cancelled' ? null : endOf(view);
      return {
        success: true,
        job: id,
        state,
        source: task.kind === 'link' ? 'link' : uploadId === null ? 'job' : 'upload',
        upload: uploadId,
        platform,
        url: link,
        title,
        createdAt,
        progress: event(view),
        result: result(view),
        error: end && {
          ...end,
          message: words(end.code, end.params),
          ref: refOfDownload(id),
        },
      };
    },
    answer(view) {
      const end = endOf(view);
      if (end)
        throw new AppError(end.code, { params: end.params, ref: refOfDownload(view.download.id) });
      const finished = result(view);
      if (!finished) throw new TypeError('This download has not ended');
      return { success: true, message: DONE, job: view.download.id, ...finished };
    },
  };
}

/** Returns why a finished download has no file; null while it is open or if the file exists. */
function endOf({
  download,
  file,
}: DownloadView): { readonly code: ErrorCode; readonly params: ErrorParams } | null {
  if (download.state === 'failed') return download.failure ?? { code: 'internal', params: {} };
  if (download.state === 'cancelled') return { code: 'cancelled', params: {} };
  return download.state === 'ready' && !file ? { code: 'expired', params: {} } : null;
}

/** Returns one short sentence on the current step. */
function messageOf(view: DownloadView, words: ErrorWords): string {
  const { task } = view.download;
  const container = task.kind === 'link' ? task.choice.container : task.edit.container;
  const end = endOf(view);
  if (end) return words(end.code, end.params);
  switch (view.progress.phase) {
    case 'queued': {
      const { position } = view.progress;
      return position === null ? 'Waiting to start.' : `Number ${position} in the queue.`;
    }
    case 'inspecting':
      return 'Checking the link.';
    case 'fetching':
      if (task.kind === 'edit') return 'Reading the file.';
      if (view.progress.instead)
        return 'The best version is not available. Downloading the next one.';
      if (container === 'photo') return 'Downloading the image.';
      return container === 'mp4' ? 'Downloading the video.' : 'Downloading the audio.';
    case 'making':
      return container === 'mp3' ? 'Converting to MP3.' : 'Assembling the file.';
    case 'checking':
      return 'Checking the file.';
    default:
      return DONE;
  }
}
