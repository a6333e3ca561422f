// The history of a notice.
import type { TakedownAnswer } from '../../../shared/api/takedown.ts';
import { useWords } from '../../words/words.tsx';

/** The steps, oldest first. */
export function History({ history }: Pick<TakedownAnswer, 'history'>) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <h2>{t('takedown-queue.history')}</h2>
      <ol className="notice-history">
        {history.map(({ state, at, reason, admin }) => (
          <li key={`${state} ${at}`}>
            <time dateTime={at}>{time.format(new Date(at))}</time>{' '}
            <strong>{t(`takedown-queue.state_${state}`)}</strong>{' '}
            {admin !== null && <bdi className="text-soft">{admin}</bdi>}
            {reason !== null && <p dir="auto">{reason}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
