// Where a rating stands, and what may follow.
import type { RatingRequest } from '../../../shared/site-api.ts';

/** From one, poor, to five. */
export type Stars = RatingRequest['stars'];

/** Why a rating was not taken: no answer, a file that is not known any more, enough ratings from this network, or anything else. */
export type Refusal = 'offline' | 'gone' | 'enough' | 'refused';

/** What is `chosen` while we ask has not been sent. */
export type RatingState =
  | { readonly kind: 'asking'; readonly chosen: Stars | null }
  | { readonly kind: 'sending'; readonly chosen: Stars }
  | { readonly kind: 'thanked'; readonly chosen: Stars }
  | { readonly kind: 'failed'; readonly chosen: Stars; readonly why: Refusal };

/** What happened. */
export type RatingEvent =
  | { readonly kind: 'chose'; readonly stars: Stars }
  | { readonly kind: 'sent'; readonly stars: Stars }
  | { readonly kind: 'taken' }
  | { readonly kind: 'notTaken'; readonly why: Refusal }
  | { readonly kind: 'changes' };

/** The state before any rating. */
export const UNASKED: RatingState = { kind: 'asking', chosen: null };

/** The state after an event. One that does not fit, such as a second press while sending, changes nothing. */
export function reduceRating(state: RatingState, event: RatingEvent): RatingState {
  const { chosen } = state;
  const isOpen = state.kind === 'asking' || state.kind === 'failed';
  switch (event.kind) {
    case 'chose':
      return isOpen ? { kind: 'asking', chosen: event.stars } : state;
    case 'sent':
      return isOpen ? { kind: 'sending', chosen: event.stars } : state;
    case 'taken':
      return state.kind === 'sending' ? { kind: 'thanked', chosen: state.chosen } : state;
    case 'notTaken':
      return state.kind === 'sending'
        ? { kind: 'failed', chosen: state.chosen, why: event.why }
        : state;
    case 'changes':
      return state.kind === 'thanked' ? { kind: 'asking', chosen } : state;
  }
}
