// Parses what strangers sent in a thread with a deadline and a bound on its memory, so that no text blocks the server.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { AppError } from '../../shared/errors.ts';
import type { Parsed, ThreadAnswer } from './thread.ts';

/** Texts up to this length are parsed within milliseconds by what is linear; anything longer belongs into a thread. */
export const MAX_BYTES_AT_ONCE = 64 * 1024;
const DEADLINE_MS = 10_000;
const THREADS = 2;
/** A second net: parsers bound what they keep, since V8 ends the whole process where one built-in call needs more than is left. */
const MAX_HEAP_MB = 256;

/**
 * Sends a question to a new thread. Throws what the parser threw, `bad_media` at the bound of memory, `making_failed` at the
 * deadline, which a busy machine may miss, and the signal's reason.
 */
export type ParseInThread<Question, Head, Item> = (
  question: Question,
  signal: AbortSignal,
  transfer?: readonly ArrayBuffer[],
) => Promise<Parsed<Head, Item>>;

/** Creates the function for the thread in `file`, which calls `answerInPieces`; at most two run at a time. */
export function createThreadParser<Question, Head, Item>(
  file: URL,
  what: string,
  deadlineMs = DEADLINE_MS,
): ParseInThread<Question, Head, Item> {
  const inTurn = pLimit(THREADS);
  return (question, signal, transfer = []) =>
    inTurn(async () => {
      signal.throwIfAborted();
      const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
      const deadline = AbortSignal.timeout(deadlineMs);
      const stop = AbortSignal.any([signal, deadline]);
      try {
        thread.postMessage(question, transfer);
        const items: Item[] = [];
        for (;;) {
          const [answer] = (await once(thread, 'message', { signal: stop })) as [
            ThreadAnswer<Head, Item>,
          ];
          if ('code' in answer) throw new AppError(answer.code, { detail: answer.message });
          for (const item of answer.items) items.push(item);
          if (answer.isLast) return { head: answer.head, items };
          thread.postMessage(null);
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AppError) throw error;
        const [code, why] = deadline.aborted
          ? (['making_failed', 'it takes too long'] as const)
          : (['bad_media', 'it takes too much memory'] as const);
        throw new AppError(code, { cause: error, detail: `${what} cannot be read: ${why}` });
      } finally {
        await thread.terminate();
      }
    });
}
