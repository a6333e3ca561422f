// Validates the id of a download before it reaches a store.
import { AppError } from '../../shared/errors.ts';

/** Returns the id. Throws AppError `job_not_found` if the text cannot be one. */
export function readJobId(text: string): string {
  if (!/^[\w-]{1,100}$/.test(text)) throw new AppError('job_not_found');
  return text;
}
