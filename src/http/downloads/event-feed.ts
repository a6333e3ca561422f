// One stream of server-sent events, of which a slow reader misses all but the last state of each download.
import type { ProgressEvent } from '../../shared/api.ts';

/** The time in milliseconds after which a browser comes back when its stream has ended. */
const RETRY_MS = 3000;

/** A feed to be sent as the body of one answer. */
export type EventFeed = AsyncIterable<string> & {
  /** Hands over a state; one of the same download that still waits is replaced. */
  readonly put: (event: ProgressEvent, isEnd: boolean) => void;
  /** Keeps the connection from looking dead, unless something waits anyhow. */
  readonly beat: () => void;
  /** Ends the stream after what waits, with a word on when to come back. */
  readonly end: () => void;
  readonly isClosed: () => boolean;
};

/** Makes an empty feed. `onClose` is called once, when its reader has gone or has read its end. */
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

/** JSON has no line break of its own, so that whatever a title or a message holds stays on its one line. */
function formatEvent(event: ProgressEvent, isEnd: boolean): string {
  return `id: ${event.job}${isEnd ? '.end' : ''}\ndata: ${JSON.stringify(event)}\n\n`;
}
