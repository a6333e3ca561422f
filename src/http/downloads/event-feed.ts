// One stream of server-sent events; a slow reader receives only the latest state of each download.
import type { ProgressEvent } from '../../shared/api/download.ts';

/** After how many milliseconds a browser reconnects when its stream has ended. */
const RETRY_MS = 3000;

/** A feed, sent as the body of one response. */
export type EventFeed = AsyncIterable<string> & {
  /** Queues a state; replaces a queued one of the same download. */
  readonly put: (event: ProgressEvent, isEnd: boolean) => void;
  /** Sends a heartbeat comment, unless an event is queued. */
  readonly beat: () => void;
  /** Ends the stream after the queued events, with a `retry` interval. */
  readonly end: () => void;
  readonly isClosed: () => boolean;
};

/** Creates an empty feed. Calls `onClose` once, when the reader disconnects or has read the end. */
export function createEventFeed(onClose: () => void): EventFeed {
  const waiting = new Map<string, string>([['', retry()]]);
  let asked: ((result: IteratorResult<string>) => void) | undefined;
  let isEnded = false;
  let isClosed = false;

  const close = () => {
    waiting.clear();
    if (isClosed) return;
    isClosed = true;
    onClose();
  };
  const take = (): IteratorResult<string> | undefined => {
    if (waiting.size > 0) {
      const value = [...waiting.values()].join('');
      waiting.clear();
      return { done: false, value };
    }
    if (!isEnded && !isClosed) return undefined;
    close();
    return { done: true, value: undefined };
  };
  const answer = () => {
    const result = asked && take();
    if (!result) return;
    asked?.(result);
    asked = undefined;
  };
  const put = (key: string, text: string) => {
    if (isEnded || isClosed) return;
    waiting.delete(key);
    waiting.set(key, text);
    answer();
  };

  return {
    put: (event, isEnd) => put(event.job, formatEvent(event, isEnd)),
    beat: () => {
      if (waiting.size === 0) put('', ':\n\n');
    },
    end() {
      if (!isEnded) put('', retry());
      isEnded = true;
      answer();
    },
    isClosed: () => isClosed,
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve) => {
          asked = resolve;
          answer();
        }),
      async return() {
        close();
        asked?.({ done: true, value: undefined });
        return { done: true, value: undefined };
      },
    }),
  };
}

const retry = () => `retry: ${RETRY_MS}\n\n`;

/** JSON escapes line breaks, so each event stays on one line whatever a title or message holds. */
function formatEvent(event: ProgressEvent, isEnd: boolean): string {
  return `id: ${event.job}${isEnd ? '.end' : ''}\ndata: ${JSON.stringify(event)}\n\n`;
}
