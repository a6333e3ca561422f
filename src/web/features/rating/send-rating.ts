// Gives the server the stars for one download.
import type { RatingRequest } from '../../../shared/site-api.ts';
import { RequestError, request } from '../../browser/request.ts';
import type { Refusal } from './rating-state.ts';

/** Sends the stars. Throws a RequestError when they are refused, a TypeError when the network fails. */
export async function sendRating(rating: RatingRequest): Promise<void> {
  await request('/api/ratings', { method: 'POST', body: rating });
}

/** What an error of {@link sendRating} means for the visitor. */
export function whyNotTaken(error: unknown): Refusal {
  if (!(error instanceof RequestError)) return 'offline';
  if (error.status === 429) return 'enough';
  return error.status === 404 || error.status === 410 ? 'gone' : 'refused';
}
