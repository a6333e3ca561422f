// Maps file system errors to AppErrors, for the file store, the fetcher, ffmpeg, the database and the engine's updates.
import { AppError } from '../../shared/errors.ts';

/** No disk space, no quota, or no file descriptor left; all are temporary. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);
/** The messages of the C library for these codes, as programs print them. */
const DISK_FULL_MESSAGES = /No space left on device|Disk quota exceeded|Too many open files/;
const RETRY_AFTER_SECONDS = 60;

/** The AppError `server_full`, with the time to retry. */
export function serverFull(why: { readonly cause?: unknown; readonly detail?: string } = {}) {
  return new AppError('server_full', {
    ...why,
    params: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  });
}

/** `server_full` or `storage_failed` for an error of the file system; an AppError is returned unchanged. */
export function asStorageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOfSystem(error);
  const why = { cause: error, detail: String(code ?? error) };
  return DISK_FULL_CODES.has(code) ? serverFull(why) : new AppError('storage_failed', why);
}

/** Whether the output of a program reports an error that {@link asStorageError} maps to `server_full`. */
export function reportsDiskFull(text: string): boolean {
  return DISK_FULL_MESSAGES.test(text);
}

/** Whether the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOfSystem(error) === 'ENOENT';
}

function codeOfSystem(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
