// The success rate: percentage and number of attempts.
import { useWords } from '../../words/words.tsx';
import { attemptsOf, shareOf } from './figures.ts';
import type { Tally } from './platform-status.ts';

/** The figure; with few attempts only their number, and "none" without any. */
export function Share({ tally }: { readonly tally: Tally }) {
  const { t, language } = useWords();
  const count = attemptsOf(tally);
  const share = shareOf(tally, language);
  if (count === 0) return <None />;
  if (share === null) return <span className="status-of">{t('status.attempts', { count })}</span>;
  return (
    <span className="status-share">
      <bdi className="status-figure">{share}</bdi>{' '}
      <span className="status-of">{t('status.ofAttempts', { count })}</span>
    </span>
  );
}

/** The word for a missing figure; not shown on a phone, where the state says it. */
export function None() {
  const { t } = useWords();
  return <span className="status-none">{t('status.none')}</span>;
}
