// The form for the decision on a notice, with the reason that both parties receive.
import { useState } from 'react';
import type { DecisionRequest, TakedownAnswer } from '../../../shared/api/takedown.ts';
import { MAX_DECISION_REASON_LENGTH } from '../../../shared/takedown.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';

/** The form; keeps the input if the request fails. */
export function Decision({ notice }: { readonly notice: TakedownAnswer }) {
  const { t } = useWords();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [blockUploader, setBlockUploader] = useState(false);
  const call = useOperatorCall(t('takedown-queue.decisionFailed'), [
    '/api/admin/takedowns',
    '/api/admin/blocks',
    '/admin/trending',
  ]);
  const decide = (decision: DecisionRequest['decision']) => {
    if (reason.trim() === '') return setIsMissing(true);
    const body: DecisionRequest = {
      decision,
      reason: reason.trim(),
      ...(decision === 'accept' && blockUploader ? { blockUploader } : {}),
    };
    call.mutate({
      method: 'POST',
      path: `/api/admin/takedowns/${notice.id}/decision`,
      body,
      version: notice.version,
    });
  };
  return (
    <form
      className="notice-decision"
      aria-label={t('takedown-queue.decision')}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>{t('takedown-queue.decision')}</h2>
      <TextArea
        label={t('takedown-queue.reason')}
        hint={t('takedown-queue.reasonHint')}
        error={isMissing ? t('takedown-queue.reasonMissing') : undefined}
        maxLength={MAX_DECISION_REASON_LENGTH}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setIsMissing(false);
        }}
      />
      {notice.decisions.includes('accept') && (
        <label className="notice-check">
          <input
            type="checkbox"
            checked={blockUploader}
            onChange={(event) => setBlockUploader(event.target.checked)}
          />
          <span>{t('takedown-queue.blockUploader')}</span>
        </label>
      )}
      <div className="notice-buttons">
        {notice.decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'accept' || decision === 'keep' ? 'primary' : 'secondary'}
            disabled={call.isPending}
            onClick={() => decide(decision)}
          >
            {t(`takedown-queue.decide_${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
