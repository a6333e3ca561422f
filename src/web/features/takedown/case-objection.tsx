// The objection to the removal of a case, folded away until it is wanted.
import { useState } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useWords } from '../../words/words.tsx';
import { Form } from './form.tsx';
import { SentCard } from './sent-card.tsx';
import { useForm } from './use-form.ts';

/** The form, or what arrived. */
export function CaseObjection({ caseToken }: { readonly caseToken: string }) {
  const { t } = useWords();
  const held = useForm('counter', caseToken);
  const { sent, startAnew } = held;
  const [before] = useState(sent);
  // What was sent before from this tab is another matter.
  const hasSent = sent !== null && sent !== before;
  return (
    <Disclosure summary={t('takedown.caseCounter')}>
      {hasSent ? <SentCard sent={sent} isNew onAnother={startAnew} /> : <Form held={held} />}
    </Disclosure>
  );
}
