// Turns what a file system says into the two codes that a visitor can meet; used by everything beside it.
import { AppError } from '../../shared/errors.ts';

/** No room for bytes or for one more file, and no descriptor left: all of them pass. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);
const RETRY_AFTER_SECONDS = 60;

/** The `server_full` of this store. */
export function serverFull(cause?: unknown): AppError {
  return new AppError('server_full', {
    params: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  });
}

/** `server_full` or `storage_failed` for an error of the file system; an AppError stays as it is. */
export function asStorageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOfSystem(error);
  if (FULL.has(code)) return serverFull(error);
  return new AppError('storage_failed', { cause: error, detail: String(code ?? error) });
}

/** Whether the file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return codeOfSystem(error) === 'ENOENT';
}

function codeOfSystem(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
