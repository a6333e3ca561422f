// Reads a stream of server-sent events as a browser would, piece by piece; for tests of progress.
import type { ProgressEvent } from '../../../src/shared/api/download.ts';

/** One open stream. */
export type EventReader = {
  readonly response: Response;
  /** The next event, or null at the end of the stream. */
  readonly next: () => Promise<ProgressEvent | null>;
  /** Everything until its end, as it came. */
  readonly rest: () => Promise<string>;
  /** All that was read so far, with comments and hints. */
  readonly text: () => string;
  readonly close: () => Promise<void>;
};

/** Opens a stream. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  return readerOf(response, () => controller.abort());
}

/** A stream that is open already; `abort` ends its request. */
export function readerOf(response: Response, abort: () => void = () => undefined): EventReader {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let unread = '';
  const more = async () => {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    text += value;
    unread += value;
    return !done;
  };
  return {
    response,
    async next() {
      for (;;) {
        const end = unread.indexOf('\n\n');
        if (end === -1) {
          if (!(await more())) return null;
          continue;
        }
        const block = unread.slice(0, end);
        unread = unread.slice(end + 2);
        const data = block.match(/^data: (.*)$/m)?.[1];
        if (data) return JSON.parse(data);
      }
    },
    async rest() {
      while (await more());
      return unread;
    },
    text: () => text,
    async close() {
      abort();
      await reader?.cancel().catch((error: Error) => error.name);
    },
  };
}
