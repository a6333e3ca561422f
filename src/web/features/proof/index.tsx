// Figures about what this server has delivered.
import { useWords } from '../../words/words.tsx';
import { figuresOf, type ProofProps } from './figures.ts';

/** Up to three figures with their labels; unknown ones are left out. */
export function Proof({ status }: ProofProps) {
  const { t, language } = useWords();
  return (
    <>
      <h2 id="proof-heading">{t('proof.heading')}</h2>
      <div>
        <dl className="proof-figures">
          {figuresOf(status, language).map(({ key, figure, count }) => (
            <div key={key}>
              <dt>{t(key, { count })}</dt>
              <dd dir="ltr">{figure}</dd>
            </div>
          ))}
        </dl>
        <p>
          {t('proof.note')} {status.rating && t('proof.ratingNote')}
        </p>
      </div>
    </>
  );
}
