// The state of all platforms in one sentence.

import type { StatusAnswer } from '../../../shared/api/site.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { Words } from '../../words/words.tsx';

/** Names the platforms that do not work well, or says that nothing is known. */
export function summaryOf({ platforms }: StatusAnswer, words: Words): string {
  const { t } = words;
  const bad = platforms.filter(({ state }) => state === 'limited' || state === 'down');
  if (bad.length > 0) {
    const names = bad.map(({ platform }) => PLATFORMS[platform].label);
    return t('status.someBad', { platforms: writeList(names, words) });
  }
  const isKnown = platforms.some(({ state }) => state === 'good');
  return t(isKnown ? 'status.allGood' : 'status.nothingKnown');
}

/** Returns `A, B and C`; `Intl` has no Latin, whose "and" is "et". */
function writeList(names: readonly string[], { language, code }: Words): string {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  if (code !== 'la-LA') return list.format(names);
  return list
    .formatToParts(names)
    .map(({ type, value }) => (type === 'literal' ? value.replace(' e ', ' et ') : value))
    .join('');
}
