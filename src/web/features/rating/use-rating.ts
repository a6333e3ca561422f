// Holds the state of a rating, and sends it.
import { useReducer } from 'react';
import { type RatingState, reduceRating, type Stars, UNASKED } from './rating-state.ts';
import { sendRating, whyNotTaken } from './send-rating.ts';

/** The rating and its actions. */
export type HeldRating = {
  readonly state: RatingState;
  /** Selects stars without sending them. */
  readonly choose: (stars: Stars) => void;
  readonly send: (stars: Stars) => void;
  readonly change: () => void;
};

/** Returns the rating of the download with this id. */
export function useRating(job: string): HeldRating {
  const [state, dispatch] = useReducer(reduceRating, UNASKED);
  const send = async (stars: Stars) => {
    if (state.kind === 'sending') return;
    dispatch({ kind: 'sent', stars });
    try {
      await sendRating({ stars, job });
      dispatch({ kind: 'taken' });
    } catch (error) {
      console.info('the rating was refused', error);
      dispatch({ kind: 'notTaken', why: whyNotTaken(error) });
    }
  };
  return {
    state,
    choose: (stars) => dispatch({ kind: 'chose', stars }),
    send: (stars) => void send(stars),
    change: () => dispatch({ kind: 'changes' }),
  };
}
