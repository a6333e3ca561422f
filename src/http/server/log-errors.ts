// Serializes errors for the log: type, message and stack, and no other property.
import { withoutWords } from '../answers/reason.ts';

const MAX_CAUSES = 3;

/** An error as it is logged. */
export type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The frames, without the message. */
  readonly stack: string;
  readonly cause?: LoggedError;
};

/**
 * Serializes an error. Errors hold more than their message: those of Node's parser the bytes of a request with its cookies,
 * those of a database the values of a row. None of it is logged, and of the engine's output only the frames.
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
