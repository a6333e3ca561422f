// The dialog that switches a platform off, with a reason for visitors, or on again.
import { useState } from 'react';
import type { CockpitAnswer, PlatformSwitchRequest } from '../../../shared/api/cockpit.ts';
import { MAX_REASON_CHARACTERS } from '../../../shared/operator-limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';

type SwitchDialogProps = {
  readonly row: CockpitAnswer['platforms'][number];
  readonly onClose: () => void;
};

/** The dialog; if the change fails it stays open and keeps the input. */
export function SwitchDialog({ row, onClose }: SwitchDialogProps) {
  const { t } = useWords();
  // Fixed on open, so that an update of the data does not reverse the meaning of the button.
  const [off] = useState(row.switch.off);
  const [reason, setReason] = useState('');
  const call = useOperatorCall(t('cockpit.switchFailed'), ['/api/admin/cockpit']);
  const platform = PLATFORMS[row.platform].label;
  const send = () => {
    const body: PlatformSwitchRequest = { off: !off, ...(off ? {} : { reason: reason.trim() }) };
    call.mutate(
      { method: 'PUT', path: `/api/admin/platforms/${row.platform}`, body },
      { onSuccess: onClose },
    );
  };
  return (
    <Question
      title={t(off ? 'cockpit.switchOnOf' : 'cockpit.switchOffOf', { platform })}
      answer={t(off ? 'cockpit.switchOn' : 'cockpit.switchOff')}
      variant={off ? 'primary' : 'danger'}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <p>{t(off ? 'cockpit.switchOnText' : 'cockpit.switchOffText', { platform })}</p>
      {!off && (
        <TextField
          className="mt-4"
          label={t('cockpit.reason')}
          hint={t('cockpit.reasonHint')}
          value={reason}
          maxLength={MAX_REASON_CHARACTERS}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Question>
  );
}
