// The state of a rating, and its reducer.
import type { RatingRequest } from '../../../shared/api/site.ts';

/** From 1 (poor) to 5. */
export type Stars = RatingRequest['stars'];

/** Why a rating was refused: no connection, an unknown download, too many ratings from this network, or anything else. */
export type Refusal = 'offline' | 'gone' | 'enough' | 'refused';

/** The state. `chosen` was not sent yet while asking. */
export type RatingState =
  | { readonly kind: 'asking'; readonly chosen: Stars | null }
  | { readonly kind: 'sending'; readonly chosen: Stars }
  | { readonly kind: 'thanked'; readonly chosen: Stars }
  | { readonly kind: 'failed'; readonly chosen: Stars; readonly why: Refusal };

/** The events. */
export type RatingEvent =
  | { readonly kind: 'chose'; readonly stars: Stars }
  | { readonly kind: 'sent'; readonly stars: Stars }
  | { readonly kind: 'taken' }
  | { readonly kind: 'notTaken'; readonly why: Refusal }
  | { readonly kind: 'changes' };

/** The state before any rating. */
export const UNASKED: RatingState = { kind: 'asking', chosen: null };

/** Returns the state after an event. Events that do not fit, such as a second press while sending, change nothing. */
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
