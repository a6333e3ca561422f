// How it goes, in the four steps of the specification.
import { useId } from 'react';
import { useWords } from '../words/words.tsx';

const STEPS = [
  { title: 'home.step1Title', text: 'home.step1Text' },
  { title: 'home.step2Title', text: 'home.step2Text' },
  { title: 'home.step3Title', text: 'home.step3Text' },
  { title: 'home.step4Title', text: 'home.step4Text' },
] as const;

/** The four steps. */
export function HowTo() {
  const { t } = useWords();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="how-to">
      <h2 id={headingId}>{t('home.howToHeading')}</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step.title} className="step">
            <h3>{t(step.title)}</h3>
            <p>{t(step.text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
