// What a failure of the disk is called.
import { AppError } from '../../shared/errors.ts';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** The AppError of a failed read or write: `server_full` when there is no room, else `storage_failed`. */
export function diskError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return new AppError(FULL.has(code) ? 'server_full' : 'storage_failed', {
    cause: error,
    detail: code,
  });
}
