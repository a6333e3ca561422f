// The side of a worker thread that parses: it posts what it found in pieces, one for each message that it receives.
import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../shared/errors.ts';

/** What a parser found: data of its own, and a list that may be long. */
export type Parsed<Head, Item> = { readonly head: Head; readonly items: readonly Item[] };

/** A piece of it, or the error that the parser threw. */
export type ThreadAnswer<Head, Item> =
  | (Parsed<Head, Item> & { readonly isLast: boolean })
  | { readonly code: ErrorCode; readonly message: string };

/** The server deserializes this many in about a millisecond. */
const ITEMS_AT_ONCE = 500;

/** Parses the first message with `parse`; every later one requests the next piece. */
export function answerInPieces<Question, Head, Item>(
  parse: (question: Question) => Parsed<Head, Item>,
): void {
  let answers: Iterator<ThreadAnswer<Head, Item>> | null = null;
  parentPort?.on('message', (question: Question) => {
    answers ??= answersOf(() => parse(question));
    parentPort?.postMessage(answers.next().value);
  });
}

function* answersOf<Head, Item>(
  parse: () => Parsed<Head, Item>,
): Generator<ThreadAnswer<Head, Item>> {
  let parsed: Parsed<Head, Item>;
  try {
    parsed = parse();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { code: error.code, message: error.message };
    return;
  }
  const { head, items } = parsed;
  for (let at = 0; at === 0 || at < items.length; at += ITEMS_AT_ONCE) {
    const isLast = at + ITEMS_AT_ONCE >= items.length;
    yield { head, items: items.slice(at, at + ITEMS_AT_ONCE), isLast };
  }
}
