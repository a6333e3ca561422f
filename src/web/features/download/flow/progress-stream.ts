// The live stream of a job's progress, as the browser's EventSource gives it.
import type { ProgressEvent } from '../../../../shared/api.ts';
import type { OpenStream } from './follow-job.ts';

/** Opens the stream. It is closed at its end and at its first error: an EventSource would go on trying for ever. */
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
    console.error('An event of the progress stream could not be read.', error);
    return null;
  }
}
