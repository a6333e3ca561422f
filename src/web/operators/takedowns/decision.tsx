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
  const call = useOperatorCall(t('notices.decisionFailed'), [
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
      aria-label={t('notices.decision')}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>{t('notices.decision')}</h2>
      <TextArea
        label={t('notices.reason')}
        hint={t('notices.reasonHint')}
        error={isMissing ? t('notices.reasonMissing') : undefined}
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
          <span>{t('notices.blockUploader')}</span>
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
            {t(`notices.decide_${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
