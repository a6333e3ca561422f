// The dialog that pins the engine to a version, or unpins it.
import { useState } from 'react';
import type { EngineAnswer } from '../../../shared/api/engine.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';

type PinDialogProps = { readonly engine: EngineAnswer; readonly onClose: () => void };

/** The dialog; suggests the version in use. */
export function PinDialog({ engine, onClose }: PinDialogProps) {
  const { t } = useWords();
  // Fixed on open, so that an update of the data does not reverse the meaning of the button.
  const [pinned] = useState(engine.pinned);
  const [version, setVersion] = useState(engine.current.version);
  const call = useOperatorCall(t('cockpit.engineFailed'), ['/api/admin/engine']);
  const send = () =>
    call.mutate(
      {
        method: 'PUT',
        path: '/api/admin/engine/pin',
        body: { version: pinned ? null : version.trim() },
      },
      { onSuccess: onClose },
    );
  return (
    <Question
      title={t(pinned ? 'cockpit.engineUnpin' : 'cockpit.enginePin')}
      answer={t(pinned ? 'cockpit.engineUnpin' : 'cockpit.enginePin')}
      isDisabled={!pinned && version.trim() === ''}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <p>{t(pinned ? 'cockpit.unpinText' : 'cockpit.pinText', { version: pinned ?? version })}</p>
      {!pinned && (
        <TextField
          className="mt-4"
          label={t('cockpit.pinVersion')}
          value={version}
          dir="ltr"
          onChange={(event) => setVersion(event.target.value)}
        />
      )}
    </Question>
  );
}
