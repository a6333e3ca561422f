// The progress stream of a job, by EventSource.

import type { ProgressEvent } from '../../shared/api/download.ts';
import type { OpenStream } from './follow-job.ts';

/**
 * Opens the stream. Closes it at the first error, since an EventSource would reconnect forever, and while the page is in the
 * back/forward cache.
 */
export const openProgressStream: OpenStream = (job, on) => {
  const source = new EventSource(`/api/download-progress?job=${encodeURIComponent(job)}`, {
    withCredentials: true,
  });
  source.onmessage = (message: MessageEvent<string>) => {
    const event = read(message.data);
    if (event) on.event(event);
  };
  const end = new AbortController();
  const close = () => {
    end.abort();
    source.close();
  };
  const stop = () => {
    close();
    on.broke();
  };
  source.onerror = stop;
  addEventListener('pagehide', () => source.close(), { signal: end.signal });
  addEventListener('pageshow', ({ persisted }) => persisted && stop(), { signal: end.signal });
  return close;
};

function read(text: string): ProgressEvent | null {
  try {
    return JSON.parse(text) as ProgressEvent;
  } catch (error) {
    console.error('a progress event could not be parsed', error);
    return null;
  }
}
