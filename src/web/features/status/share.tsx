// The success rate: percentage, number of attempts, and a bar.
import { useWords } from '../../words/words.tsx';
import { attemptsOf, shareOf } from './figures.ts';
import type { Tally } from './platform-status.ts';

/** The figure; "none" without attempts. */
export function Share({ tally }: { readonly tally: Tally }) {
  const { t, language } = useWords();
  const share = shareOf(tally, language);
  if (share === null) return <span className="text-soft">{t('status.none')}</span>;
  return (
    <span className="status-share">
      <bdi className="status-figure">{share}</bdi>{' '}
      <span className="status-of">{t('status.ofAttempts', { count: attemptsOf(tally) })}</span>
    </span>
  );
}
