// How an error is written into the log: what it is, what it says and where it came from, and nothing else that it carries.
import { withoutWords } from '../answers/answer-errors.ts';

const MAX_CAUSES = 3;

/** An error as it is logged. */
export type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The places, without the message. */
  readonly stack: string;
  readonly cause?: LoggedError;
};

/**
 * Errors carry more than their message: Node's parser the bytes of a request with its cookies, a database the values of a
 * row. None of it is logged, and of what the engine wrote only the places.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code } = error as { code?: unknown };
  const isEngine = typeof code === 'string' && code.startsWith('engine_');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
  return {
    type: error.name,
    message: isEngine ? withoutWords(error.message) : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: frames.join('\n'),
    ...(hasCause ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}
