// The limit for the length of a video, checked before, while and after its file is made.
import { AppError } from '../../shared/errors.ts';

/** The most by which a file may differ from the length that was announced for it, in seconds. */
export const MAX_DRIFT_SECONDS = 5;

/** Throws AppError `too_long` for a length that was announced; unknown ones (null) are measured later. */
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
