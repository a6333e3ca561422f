// What the rest of the pages may use of the proof: what this server has really done, in its own figures.
import { useWords } from '../../words/words.tsx';
import { figuresOf, type ProofProps } from './figures.ts';

/** Up to three figures with what they count; those that the server does not have are left out. */
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
        <p>{t('proof.note')}</p>
      </div>
    </>
  );
}
