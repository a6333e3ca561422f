// The state of all platforms in one sentence.
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { StatusAnswer } from '../../../shared/site-api.ts';
import type { Words } from '../../words/words.tsx';

/** Names the platforms that do not work well; says so when nothing is known of any. */
export function summaryOf({ platforms }: StatusAnswer, { t, language }: Words): string {
  const bad = platforms.filter(({ state }) => state === 'limited' || state === 'down');
  if (bad.length > 0) {
    const list = new Intl.ListFormat(language, { type: 'conjunction' });
    const names = bad.map(({ platform }) => PLATFORMS[platform].label);
    return t('status.someBad', { platforms: list.format(names) });
  }
  const isKnown = platforms.some(({ state }) => state === 'good');
  return t(isKnown ? 'status.allGood' : 'status.nothingKnown');
}
