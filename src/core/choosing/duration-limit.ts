// The limit for the length of a video, checked before, while and after its file is made.
import { AppError } from '../../shared/errors.ts';

/** The largest difference between a file's duration and the announced one, in seconds. */
export const MAX_DRIFT_SECONDS = 5;

/** Throws AppError `too_long` for an announced duration beyond the limit; unknown ones (null) are measured later. */
export function refuseTooLong(announcedSeconds: number | null, maxSeconds: number): void {
  if ((announcedSeconds ?? 0) > maxSeconds) throw tooLong(maxSeconds);
}

/** The error `too_long` for a finished or unfinished file of this length; null when it is short enough. */
export function tooLongByNow(seconds: number, maxSeconds: number): AppError | null {
  return seconds > maxSeconds + MAX_DRIFT_SECONDS ? tooLong(maxSeconds) : null;
}

function tooLong(maxSeconds: number): AppError {
  return new AppError('too_long', { params: { minutes: Math.floor(maxSeconds / 60) } });
}
