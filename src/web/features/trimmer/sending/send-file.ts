// Sends a file of this device to the server, which makes one of it that every browser can read. Only after a yes.

import type { LimitsAnswer } from '../../../../shared/api/answers.ts';
import type { DownloadResult, Job } from '../../../../shared/api/download.ts';
import { BASE_PATH } from '../../../../shared/base-path.ts';
import { request, requestJson } from '../../../browser/request.ts';

/**
 * MP4 where a copy will do, MP3 for sound alone; WebM, which is always re-encoded for these files, where the browser lacks the
 * codec; `everywhere` is an MP4 that plays everywhere.
 */
export type SentAs = 'mp4' | 'webm' | 'mp3' | 'everywhere';

/** Why there is no file. What `stopped` it stands between this browser and the server. */
export type SendFailure =
  | { readonly code: 'tooBig'; readonly limit: number }
  | { readonly code: 'busy'; readonly waitSeconds: number | null }
  | { readonly code: 'refused' | 'stopped' | 'lost' };

/** A failure to send or to convert. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly failure: SendFailure;

  constructor(failure: SendFailure, options?: ErrorOptions) {
    super(`the file was not converted: ${failure.code}`, options);
    this.failure = failure;
  }
}

/** Called while it is sent and converted; shares from 0 to 1, null while none is known. */
export type SendWatch = {
  readonly signal: AbortSignal;
  readonly onSent: (share: number) => void;
  readonly onConverted: (share: number | null) => void;
};

const ASK_EVERY_MS = 1000;
/** The connection may be gone for this long. */
const MOST_MISSES = 30;
const MB = 1_000_000;
/** Of the server, which shortens it further. */
const MAX_NAME_LENGTH = 200;
const BUSY = [429, 503, 507];

/** Sends a file and waits for what the server makes of it. Throws a {@link SendError}, or the signal's reason. */
export async function sendFile(file: File, as: SentAs, watch: SendWatch): Promise<DownloadResult> {
  const { signal } = watch;
  const limits = await requestJson<LimitsAnswer>('/api/limits', { signal }).catch(() => null);
  signal.throwIfAborted();
  const limit = (limits?.maxUploadMegabytes ?? Number.POSITIVE_INFINITY) * MB;
  if (file.size > limit) throw new SendError({ code: 'tooBig', limit });
  let job = await upload(file, as, watch);
  const cancel = () =>
    void request('/api/cancel-download', { method: 'POST', body: { job: job.job } }).catch(
      (error: unknown) => console.warn('the conversion could not be cancelled', error),
    );
  signal.addEventListener('abort', cancel);
  try {
    for (let misses = 0; job.state === 'open'; ) {
      watch.onConverted(shareOf(job));
      await pause(ASK_EVERY_MS, signal);
      try {
        job = await requestJson<Job>(`/api/jobs/${encodeURIComponent(job.job)}`, { signal });
        misses = 0;
      } catch (error) {
        signal.throwIfAborted();
        misses += 1;
        if (misses > MOST_MISSES) throw new SendError({ code: 'lost' }, { cause: error });
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  if (job.result) return job.result;
  const isOver = job.error?.code === 'interrupted' || job.error?.code === 'cancelled';
  throw new SendError({ code: isOver ? 'lost' : 'refused' }, { cause: job.error });
}

function shareOf({ progress }: Job): number | null {
  return progress.percent > 0 ? progress.percent / 100 : null;
}

/** The progress of a body is known to XMLHttpRequest only. */
function upload(file: File, as: SentAs, { signal, onSent }: SendWatch): Promise<Job> {
  const form = new FormData();
  form.set('format', as === 'everywhere' ? 'mp4' : as);
  if (as === 'everywhere') form.set('everywhere', 'true');
  form.set('name', file.name.slice(0, MAX_NAME_LENGTH));
  form.set('file', file);
  const { promise, resolve, reject } = Promise.withResolvers<Job>();
  const sending = new XMLHttpRequest();
  sending.open('POST', `${BASE_PATH}/api/convert`);
  sending.setRequestHeader('Prefer', 'respond-async');
  sending.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / total));
  sending.addEventListener('load', () => {
    const { status, responseText } = sending;
    if (status < 300) return resolve(JSON.parse(responseText) as Job);
    const wait = Number(sending.getResponseHeader('Retry-After') ?? 0);
    const failure: SendFailure = BUSY.includes(status)
      ? { code: 'busy', waitSeconds: wait >= 1 ? Math.ceil(wait) : null }
      : { code: hasCode(responseText) ? 'refused' : 'stopped' };
    reject(new SendError(failure, { cause: responseText }));
  });
  sending.addEventListener('error', () => reject(new SendError({ code: 'lost' })));
  const leave = () => {
    sending.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', leave, { once: true });
  sending.send(form);
  return promise.finally(() => signal.removeEventListener('abort', leave));
}

/** Whether it is an answer of this server, whose errors have codes. */
function hasCode(answer: string): boolean {
  try {
    return typeof JSON.parse(answer).code === 'string';
  } catch {
    return false;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
