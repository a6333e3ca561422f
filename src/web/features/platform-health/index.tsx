// What the rest of the pages may use of the weather: a dot on each platform card of the home page, which the build has drawn.
import './platform-health.css';
import { useLayoutEffect } from 'react';
import type { StatusAnswer } from '../../../shared/site-api.ts';
import { useWords } from '../../words/words.tsx';

/** Fills the places that the cards keep free, so nothing moves; a dot has a colour, a shape and a word. */
export function Weather({ platforms }: Pick<StatusAnswer, 'platforms'>) {
  const { t } = useWords();
  useLayoutEffect(() => {
    for (const { platform, state } of platforms) {
      const word = t(`weather.${state}`);
      for (const dot of document.querySelectorAll<HTMLElement>(`[data-weather=${platform}]`)) {
        dot.dataset['state'] = state;
        dot.title = word;
        dot.role = 'img';
        dot.ariaLabel = word;
      }
    }
  });
  return null;
}
