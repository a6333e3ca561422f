// The error of a file that fails its check.
import { AppError } from '../../../shared/errors.ts';

/** `detail` is a sentence for the log. */
export function badMedia(detail: string): AppError {
  return new AppError('bad_media', { detail });
}
