// Translates errors of the disk for the file store, the fetcher, ffmpeg, the database and engine updates.
import { AppError } from '../../shared/errors.ts';

/** No space, no inodes, or no descriptors left: all of them temporary. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);
/** The same in the messages of the C library, as programs print them. */
const NO_ROOM_WORDS = /No space left on device|Disk quota exceeded|Too many open files/;
const RETRY_AFTER_SECONDS = 60;

/** The AppError `server_full`, with the time to retry. */
export function serverFull(why: { readonly cause?: unknown; readonly detail?: string } = {}) {
  return new AppError('server_full', {
    ...why,
    params: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  });
}

/** `server_full` or `storage_failed` for an error of the file system; an AppError stays as it is. */
export function asStorageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOfSystem(error);
  const why = { cause: error, detail: String(code ?? error) };
  return NO_ROOM.has(code) ? serverFull(why) : new AppError('storage_failed', why);
}

/** Whether this output of a program reports what {@link asStorageError} translates to `server_full`. */
export function saysNoRoom(text: string): boolean {
  return NO_ROOM_WORDS.test(text);
}

/** Whether the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOfSystem(error) === 'ENOENT';
}

function codeOfSystem(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
