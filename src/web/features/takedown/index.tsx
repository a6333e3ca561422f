// Takedowns: the three forms with their choice and the confirmation, and the view of a case. Both require the messages of
// `takedown`.
import './takedown.css';
import { useEffect, useState } from 'react';
import { RadioCards } from '../../ui/choices.tsx';
import { useWords } from '../../words/words.tsx';
import { withForm } from './draft.ts';
import type { FormId } from './fields.ts';
import { Form } from './form.tsx';
import { SentCard } from './sent-card.tsx';
import { useForm } from './use-form.ts';

export { CaseView } from './case-view.tsx';

const COUNTER = '#counter';
const NOTICE = '#notice';

/** The forms. Starts with the counter-notice if the URL asks for it. */
export function Forms() {
  const { t } = useWords();
  const held = useForm(location.hash === COUNTER ? 'counter' : null, null);
  const { draft, sent, change, startOver } = held;
  const [before] = useState(sent);

  useEffect(() => {
    const follow = () => {
      const isCounter = draft.form === 'counter';
      if (location.hash === COUNTER && !isCounter) change(withForm(draft, 'counter'));
      if (location.hash === NOTICE && isCounter) change(withForm(draft, 'copyright'));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [draft, change]);

  return (
    <>
      <h2 id="takedown-heading">{t('takedown.heading')}</h2>
      {sent ? (
        <SentCard sent={sent} isNew={sent !== before} onAnother={startOver} />
      ) : (
        <div className="takedown-form">
          <RadioCards<FormId>
            label={t('takedown.kindLabel')}
            value={draft.form}
            options={[
              {
                value: 'copyright',
                title: t('takedown.kindCopyright'),
                detail: t('takedown.kindCopyrightText'),
              },
              {
                value: 'illegal',
                title: t('takedown.kindIllegal'),
                detail: t('takedown.kindIllegalText'),
              },
              {
                value: 'counter',
                title: t('takedown.kindCounter'),
                detail: t('takedown.kindCounterText'),
              },
            ]}
            onChange={(form) => change(withForm(draft, form))}
          />
          <Form held={held} />
        </div>
      )}
    </>
  );
}
