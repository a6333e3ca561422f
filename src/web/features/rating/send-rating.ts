// Sends the rating of a download.
import type { RatingRequest } from '../../../shared/api/site.ts';
import { RequestError, request } from '../../browser/request.ts';
import type { Refusal } from './rating-state.ts';

/** Sends a rating. Throws a RequestError if it is refused, a TypeError if the network fails. */
export async function sendRating(rating: RatingRequest): Promise<void> {
  await request('/api/ratings', { method: 'POST', body: rating });
}

/** Converts an error of {@link sendRating}. */
export function whyNotTaken(error: unknown): Refusal {
  if (!(error instanceof RequestError)) return 'offline';
  if (error.status === 429) return 'enough';
  return error.status === 404 || error.status === 410 ? 'gone' : 'refused';
}
