// The counter-notice form of a case, collapsed by default.
import { useState } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useWords } from '../../words/words.tsx';
import { Form } from './form.tsx';
import { SentCard } from './sent-card.tsx';
import { useForm } from './use-form.ts';

/** The form, or the confirmation. */
export function CaseObjection({ caseToken }: { readonly caseToken: string }) {
  const { t } = useWords();
  const held = useForm('counter', caseToken);
  const { sent, startOver } = held;
  const [before] = useState(sent);
  // Ignores what was sent from this tab before.
  const hasSent = sent !== null && sent !== before;
  return (
    <Disclosure summary={t('takedown.caseCounter')}>
      {hasSent ? <SentCard sent={sent} isNew onAnother={startOver} /> : <Form held={held} />}
    </Disclosure>
  );
}
