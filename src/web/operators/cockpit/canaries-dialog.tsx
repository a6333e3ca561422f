// The dialog that changes the canaries.
import { useState } from 'react';
import type { CanariesRequest } from '../../../shared/api/cockpit.ts';
import { MAX_CANARIES } from '../../../shared/operator-limits.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';

type CanariesDialogProps = { readonly links: readonly string[]; readonly onClose: () => void };

/** The dialog, with one link per line. */
export function CanariesDialog({ links, onClose }: CanariesDialogProps) {
  const { t } = useWords();
  const [text, setText] = useState(links.join('\n'));
  const call = useOperatorCall(t('cockpit.canariesFailed'), [
    '/api/admin/canaries',
    '/api/admin/cockpit',
    '/api/admin/engine',
  ]);
  const wanted = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const isTooMany = wanted.length > MAX_CANARIES;
  const send = () => {
    const body: CanariesRequest = { links: wanted };
    call.mutate({ method: 'PUT', path: '/api/admin/canaries', body }, { onSuccess: onClose });
  };
  return (
    <Question
      title={t('cockpit.editCanaries')}
      answer={t('cockpit.save')}
      isDisabled={isTooMany}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <TextArea
        label={t('cockpit.canaryLinks')}
        hint={t('cockpit.canaryLinksHint', { most: MAX_CANARIES })}
        error={isTooMany ? t('cockpit.tooManyCanaries', { most: MAX_CANARIES }) : undefined}
        rows={8}
        dir="ltr"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Question>
  );
}
