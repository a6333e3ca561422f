// Why the pool has no answer to a request.
import { AppError } from '../../../shared/errors.ts';
import type { WorkerLoss } from './worker.ts';

/** The pool has been closed. */
export function closing(): AppError {
  return new AppError('engine_unavailable', { detail: 'closing' });
}

/** No worker became free in time. */
export function busyPool(): AppError {
  return new AppError('server_busy', { params: { retryAfterSeconds: 5 } });
}

/** Two workers were lost with it. */
export function crashed({ code, tail, why }: WorkerLoss): AppError {
  return new AppError('engine_crashed', { detail: `${why} ${code ?? ''} ${tail}`.trim() });
}
