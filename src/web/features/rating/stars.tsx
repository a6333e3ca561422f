// Five stars: native radios while they can be chosen, a picture of the choice afterwards.
import { Star } from 'lucide-react';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/words.tsx';
import type { Stars } from './rating-state.ts';

const EACH = [1, 2, 3, 4, 5] as const satisfies readonly Stars[];

type StarChoiceProps = {
  readonly labelId: string;
  readonly hintId: string;
  readonly chosen: Stars | null;
  /** `isPress` is true for a click or tap; arrow keys only move the selection. */
  readonly onChoose: (stars: Stars, isPress: boolean) => void;
};

/** The stars to choose from. A click on the chosen one counts too. */
export function StarChoice({ labelId, hintId, chosen, onChoose }: StarChoiceProps) {
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
export function StarPicture({ given }: { readonly given: Stars }) {
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
