// The progress stream of a job, by EventSource.

import type { ProgressEvent } from '../../shared/api/download.ts';
import { BASE_PATH } from '../../shared/base-path.ts';
import { now } from '../browser/clock.ts';
import { recall, store } from '../browser/storage.ts';
import type { OpenStream } from './follow-job.ts';

/** The server sends a first event at once; some proxies hold a stream back, packed or until its end. */
const FIRST_EVENT_MS = 4000;
/** Until when no tab tries a stream, after one that was held back; epoch milliseconds. */
const HELD_KEY = 'heldStreams';
const HELD_MS = 3_600_000;

/**
 * Opens the stream. Closes it at the first error, since an EventSource would reconnect forever, and while the page is in the
 * back/forward cache. One that is held back is closed, and for an hour each further one breaks at once.
 */
export const openProgressStream: OpenStream = (job, on) => {
  if (now() < Number(recall(HELD_KEY))) {
    // Not before the caller has the answer.
    setTimeout(on.broke);
    return () => undefined;
  }
  const source = new EventSource(
    `${BASE_PATH}/api/download-progress?job=${encodeURIComponent(job)}`,
  );
  source.onmessage = (message: MessageEvent<string>) => {
    clearTimeout(waiting);
    // What is no JSON throws here, which ends up on the console alone.
    on.event(JSON.parse(message.data) as ProgressEvent);
  };
  const end = new AbortController();
  const close = () => {
    clearTimeout(waiting);
    end.abort();
    source.close();
  };
  const stop = () => {
    close();
    on.broke();
  };
  const waiting = setTimeout(() => {
    stop();
    store(HELD_KEY, `${now() + HELD_MS}`);
  }, FIRST_EVENT_MS);
  source.onerror = stop;
  addEventListener('pagehide', () => source.close(), { signal: end.signal });
  addEventListener('pageshow', ({ persisted }) => persisted && stop(), { signal: end.signal });
  return close;
};
