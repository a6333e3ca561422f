// Reads the id of a download from a request, so that nothing but an id ever reaches a store.
import { AppError } from '../../shared/errors.ts';

/** The id. Throws AppError `job_not_found` for what cannot be one. */
export function readJobId(text: string): string {
  if (!/^[\w-]{1,100}$/.test(text)) throw new AppError('job_not_found');
  return text;
}
