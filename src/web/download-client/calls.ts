// The API calls of the download flow.

import type {
  ConvertRequest,
  DownloadRequest,
  Job,
  JobsAnswer,
} from '../../shared/api/download.ts';
import type { DetectAnswer, InspectAnswer } from '../../shared/api/inspect.ts';
import { keepsCookies } from '../browser/cookies.ts';
import { request, requestJson } from '../browser/request.ts';
import { COOKIES_OFF } from './failure.ts';
import type { Choice } from './flow-state.ts';

/** How the pictures of a post become a video. */
export type Slideshow = NonNullable<DownloadRequest['slideshow']>;

/** The requests of the flow. All may throw a RequestError, or a TypeError when the network fails. */
export type Calls = {
  readonly detect: (url: string, signal?: AbortSignal) => Promise<DetectAnswer>;
  readonly inspect: (url: string, signal: AbortSignal) => Promise<InspectAnswer>;
  /** Starts a download, or a conversion; resolves at once, with the job. Throws COOKIES_OFF where they are refused. */
  readonly start: {
    (request: DownloadRequest): Promise<Job>;
    (request: ConvertRequest, call: 'convert'): Promise<Job>;
  };
  readonly job: (id: string, signal?: AbortSignal) => Promise<Job>;
  readonly jobs: () => Promise<JobsAnswer>;
  readonly cancel: (id: string) => Promise<unknown>;
  /** Deletes a download and its file. */
  readonly remove: (id: string) => Promise<unknown>;
  /** Creates the share link, which works without the visitor's cookie. */
  readonly share: (id: string) => Promise<Job>;
};

const jobPath = (id: string) => `/api/jobs/${encodeURIComponent(id)}`;

/** The calls over the network. */
export const calls: Calls = {
  detect: (url, signal) => post('/api/detect-platform', { url }, signal),
  inspect: (url, signal) => post('/api/inspect', { url }, signal),
  async start(body, call = 'download') {
    if (!keepsCookies()) throw COOKIES_OFF;
    return requestJson(`/api/${call}`, {
      method: 'POST',
      body,
      headers: { Prefer: 'respond-async' },
    });
  },
  job: (id, signal) => requestJson(jobPath(id), signal ? { signal } : {}),
  jobs: () => requestJson('/api/jobs'),
  cancel: (id) => post('/api/cancel-download', { job: id }),
  remove: (id) => request(jobPath(id), { method: 'DELETE' }),
  share: (id) => requestJson(`${jobPath(id)}/share`, { method: 'POST' }),
};

function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return requestJson(path, { method: 'POST', body, ...(signal ? { signal } : {}) });
}

/** Builds the request body for a choice, or for a slideshow of the whole post. */
export function requestOf(
  url: string,
  { format, quality, itemId, offerId, details, part }: Choice,
  slideshow?: Slideshow,
): DownloadRequest {
  if (slideshow) return { url, slideshow };
  return {
    url,
    format,
    // The quality is about video; audio gets the highest unless an offer was picked.
    quality: format === 'mp3' ? 'high' : quality,
    ...(itemId === null ? {} : { item: itemId }),
    ...(offerId === null ? {} : { offer: offerId }),
    ...details,
    ...part,
  };
}
