// The progress stream of a job, by EventSource.

import type { ProgressEvent } from '../../../../shared/api/download.ts';
import type { OpenStream } from './follow-job.ts';

/** Opens the stream. Closes it at its end and at the first error: an EventSource would reconnect forever. */
export const openProgressStream: OpenStream = (job, on) => {
  const source = new EventSource(`/api/download-progress?job=${encodeURIComponent(job)}`, {
    withCredentials: true,
  });
  source.onmessage = (message: MessageEvent<string>) => {
    const event = read(message.data);
    if (event) on.event(event);
  };
  source.onerror = () => {
    source.close();
    on.broke();
  };
  return () => source.close();
};

function read(text: string): ProgressEvent | null {
  try {
    return JSON.parse(text) as ProgressEvent;
  } catch (error) {
    console.error('a progress event could not be parsed', error);
    return null;
  }
}
