// A download as it goes over the wire: an event of its progress, the finished file, and both together.

import { sizeLabel } from '../../core/choosing/labels.ts';
import type { DownloadView } from '../../core/downloading/download-view.ts';
import type { Phase } from '../../core/jobs/progress.ts';
import type { DownloadAnswer, DownloadResult, Job, ProgressEvent } from '../../shared/api.ts';
import { AppError, type ErrorCode, type ErrorParams } from '../../shared/errors.ts';
import type { ErrorWords } from '../answers/errors.ts';

/** The message of a finished download, as in the specification. */
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
  /** The finished file, or null as long as there is none, or no longer one. */
  readonly result: (view: DownloadView) => DownloadResult | null;
  readonly job: (view: DownloadView) => Job;
  /** The answer to a download that ended. Throws AppError with why there is no file. */
  readonly answer: (view: DownloadView) => DownloadAnswer;
};

/** `publicUrl` makes share links whole, so that they work on another device. */
export function createDownloadViews(
  words: ErrorWords,
  publicUrl: string | undefined,
): DownloadViews {
  const event = (view: DownloadView): ProgressEvent => {
    const code = endOf(view)?.code;
    return {
      status: STATUS_WORDS[view.progress.phase],
      message: messageOf(view, words),
      job: view.download.id,
      ...view.progress,
      ...(code ? { code } : {}),
    };
  };

  const result = ({ download, file, filePath, sharePath }: DownloadView): DownloadResult | null => {
    if (download.state !== 'ready' || !file || filePath === null) return null;
    const { extension, ...receipt } = file.receipt;
    return {
      downloadUrl: filePath,
      filename: download.fileName ?? `download.${extension}`,
      format: extension,
      sizeFormatted: sizeLabel({ bytes: file.bytes, exact: true }) ?? '',
      receipt: { ...receipt, playsOn: [...receipt.playsOn], sha256: file.sha256 },
      expiresAt: download.expiresAt ?? file.expiresAt,
      shareUrl: sharePath && (publicUrl ? new URL(sharePath, publicUrl).href : sharePath),
    };
  };

  return {
    event,
    result,
    job(view) {
      const { id, state, platform, link, title, createdAt } = view.download;
      const end = state === 'cancelled' ? null : endOf(view);
      return {
        success: true,
        job: id,
        state,
        platform,
        url: link,
        title,
        createdAt,
        progress: event(view),
        result: result(view),
        error: end && { ...end, message: words(end.code, end.params) },
      };
    },
    answer(view) {
      const end = endOf(view);
      if (end) throw new AppError(end.code, { params: end.params });
      const finished = result(view);
      if (!finished) throw new TypeError('This download has not ended');
      return { success: true, message: DONE, job: view.download.id, ...finished };
    },
  };
}

/** Why an ended download has no file; null while it is open or when the file is there. */
function endOf({
  download,
  file,
}: DownloadView): { readonly code: ErrorCode; readonly params: ErrorParams } | null {
  if (download.state === 'failed') return download.failure ?? { code: 'internal', params: {} };
  if (download.state === 'cancelled') return { code: 'cancelled', params: {} };
  return download.state === 'ready' && !file ? { code: 'expired', params: {} } : null;
}

/** One short sentence on what is being done. */
function messageOf(view: DownloadView, words: ErrorWords): string {
  const { choice } = view.download;
  const end = endOf(view);
  if (end) return words(end.code, end.params);
  switch (view.progress.phase) {
    case 'queued': {
      const { position } = view.progress;
      return position === null ? 'Waiting to begin.' : `Number ${position} in the queue.`;
    }
    case 'inspecting':
      return 'Looking at the link.';
    case 'fetching':
      if (choice.container === 'photo') return 'Fetching the picture.';
      return choice.container === 'mp4' ? 'Fetching the video.' : 'Fetching the sound.';
    case 'making':
      return choice.container === 'mp3' ? 'Converting to MP3.' : 'Putting the file together.';
    case 'checking':
      return 'Checking the file.';
    default:
      return DONE;
  }
}
