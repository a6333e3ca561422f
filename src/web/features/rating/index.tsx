// The rating: "How was it?" after a finished download. Asks for stars, sends them and shows the outcome, all in a box of constant
// height.
import './rating.css';
import { Star } from 'lucide-react';
import { useEffect, useId, useReducer, useRef } from 'react';
import type { RatingRequest } from '../../../shared/api/site.ts';
import { RequestError, request } from '../../browser/request.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoreWords, useWords, type Words } from '../../words/words.tsx';
import {
  type RatingState,
  type Refusal,
  reduceRating,
  type Stars,
  UNASKED,
} from './rating-state.ts';

/** Five stars for the download with this id; resets for another one. Suspends until its messages are loaded. */
export function Rating({ job }: { readonly job: string }) {
  return (
    <MoreWords group="rating">
      <RatingForm key={job} job={job} />
    </MoreWords>
  );
}

/** `job` is the id of the finished download. */
type RatingFormProps = { readonly job: string };

const REFUSALS = {
  offline: 'rating.offline',
  gone: 'rating.gone',
  enough: 'rating.enough',
  refused: 'rating.failed',
} as const satisfies Readonly<Record<Refusal, string>>;

function noteOf(state: RatingState, t: Words['t']): string {
  switch (state.kind) {
    case 'asking':
      return t('rating.scale');
    case 'sending':
      return t('rating.sending');
    case 'thanked':
      return t('rating.thanks', { stars: state.chosen });
    case 'failed':
      return t(REFUSALS[state.why]);
  }
}

/** A click sends at once; keyboard users choose with arrow keys and send with Enter or the button. */
function RatingForm({ job }: RatingFormProps) {
  const { t } = useWords();
  const labelId = useId();
  const noteId = useId();
  const form = useRef<HTMLFormElement>(null);
  const hadFocus = useRef(false);
  const { state, choose, send, change } = useRating(job);
  const { kind, chosen } = state;

  // The focused element may be removed now: moves the focus to the next action.
  useEffect(() => {
    if (!hadFocus.current || kind === 'sending') return;
    hadFocus.current = false;
    const next = kind === 'asking' ? 'input:checked' : 'button';
    form.current?.querySelector<HTMLElement>(next)?.focus();
  }, [kind]);

  const keepFocus = () => {
    hadFocus.current = form.current?.contains(document.activeElement) ?? false;
  };
  const submit = (stars: Stars) => {
    keepFocus();
    send(stars);
  };

  return (
    <form
      ref={form}
      className="rating"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) submit(chosen);
      }}
    >
      <p id={labelId} className="font-semibold">
        {t('rating.question')}
      </p>
      {kind === 'thanked' ? (
        <StarPicture given={state.chosen} />
      ) : (
        <StarChoice
          labelId={labelId}
          hintId={noteId}
          chosen={chosen}
          onChoose={(stars, isPress) => (isPress ? submit(stars) : choose(stars))}
        />
      )}
      <div className="rating-note">
        <p id={noteId} role="status" data-failed={kind === 'failed' ? '' : undefined}>
          {noteOf(state, t)}
        </p>
        {kind === 'asking' && chosen !== null && <Button type="submit">{t('rating.send')}</Button>}
        {kind === 'failed' && state.why !== 'gone' && (
          <Button type="submit">{t('rating.tryAgain')}</Button>
        )}
        {kind === 'thanked' && (
          <Button
            variant="quiet"
            onClick={() => {
              keepFocus();
              change();
            }}
          >
            {t('rating.change')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The rating and its actions. */
type HeldRating = {
  readonly state: RatingState;
  /** Selects stars without sending them. */
  readonly choose: (stars: Stars) => void;
  readonly send: (stars: Stars) => void;
  readonly change: () => void;
};

/** Returns the rating of the download with this id. */
function useRating(job: string): HeldRating {
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

/** Sends a rating. Throws a RequestError if it is refused, a TypeError if the network fails. */
async function sendRating(rating: RatingRequest): Promise<void> {
  await request('/api/ratings', { method: 'POST', body: rating });
}

/** Converts an error of {@link sendRating}. */
function whyNotTaken(error: unknown): Refusal {
  if (!(error instanceof RequestError)) return 'offline';
  if (error.status === 429) return 'enough';
  return error.status === 404 || error.status === 410 ? 'gone' : 'refused';
}

const EACH = [1, 2, 3, 4, 5] as const satisfies readonly Stars[];

type StarChoiceProps = {
  readonly labelId: string;
  readonly hintId: string;
  readonly chosen: Stars | null;
  /** `isPress` is true for a click or tap; arrow keys only move the selection. */
  readonly onChoose: (stars: Stars, isPress: boolean) => void;
};

/** The stars to choose from. A click on the chosen one counts too. */
function StarChoice({ labelId, hintId, chosen, onChoose }: StarChoiceProps) {
  const { t } = useWords();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={labelId} aria-describedby={hintId} className="stars">
      {EACH.map((stars) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the radio inside
        <label
          key={stars}
          className="star"
          data-lit={chosen !== null && stars <= chosen ? '' : undefined}
          onClick={(event) => {
            // Forwarded clicks and keyboard clicks come from the radio itself.
            if (!(event.target instanceof HTMLInputElement)) onChoose(stars, true);
          }}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            value={stars}
            checked={stars === chosen}
            onChange={() => onChoose(stars, false)}
          />
          <Icon of={Star} size="large" />
          <span className="sr-only">{t('rating.star', { stars })}</span>
        </label>
      ))}
    </div>
  );
}

/** The stars that were given. */
function StarPicture({ given }: { readonly given: Stars }) {
  const { t } = useWords();
  return (
    <div role="img" aria-label={t('rating.star', { stars: given })} className="stars">
      {EACH.map((stars) => (
        <span key={stars} className="star" data-lit={stars <= given ? '' : undefined}>
          <Icon of={Star} size="large" />
        </span>
      ))}
    </div>
  );
}
