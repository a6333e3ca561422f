// The health of each platform as a dot on its prerendered card of the home page.
import './platform-health.css';
import { useLayoutEffect } from 'react';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import { useWords } from '../../words/words.tsx';

/** Fills the reserved space of the cards; a dot has a colour, a shape and a label. */
export function PlatformHealth({ platforms }: Pick<StatusAnswer, 'platforms'>) {
  const { t } = useWords();
  useLayoutEffect(() => {
    for (const { platform, state } of platforms) {
      // A mark that says nothing is only noise.
      if (state === 'unknown') continue;
      const word = t(`platform-health.${state}`);
      for (const dot of document.querySelectorAll<HTMLElement>(`[data-health=${platform}]`)) {
        dot.dataset['state'] = state;
        dot.title = word;
        dot.role = 'img';
      }
    }
  });
  return null;
}
