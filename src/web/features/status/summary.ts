// The state of all platforms in one sentence.

import type { StatusAnswer } from '../../../shared/api/site.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import type { Words } from '../../words/words.tsx';
import type { PlatformStatus } from './platform-status.ts';

/** Names the platforms that do not work well, else those that do, or says that nothing is known. */
export function summaryOf({ platforms }: StatusAnswer, words: Words): string {
  const { t } = words;
  const namesOf = (...states: readonly PlatformStatus['state'][]) =>
    platforms
      .filter(({ state }) => states.includes(state))
      .map(({ platform }) => PLATFORMS[platform].label);
  const bad = namesOf('limited', 'down');
  const good = namesOf('good');
  if (bad.length > 0) return t('status.someBad', { platforms: writeList(bad, words) });
  if (good.length === 0) return t('status.nothingKnown');
  if (namesOf('unknown').length === 0) return t('status.allGood');
  return t('status.someGood', { platforms: writeList(good, words) });
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
