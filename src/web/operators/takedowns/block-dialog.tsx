// The dialog that blocks a video or an uploader without a notice.
import { useState } from 'react';
import type { BlockRequest } from '../../../shared/api/takedown.ts';
import { MAX_DECISION_REASON_LENGTH } from '../../../shared/takedown.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';

type Kind = 'video' | 'uploader';

/** The dialog; if the server refuses, it stays open and keeps the input. */
export function BlockDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const [kind, setKind] = useState<Kind>('video');
  const [subject, setSubject] = useState('');
  const [reason, setReason] = useState('');
  const call = useOperatorCall(t('takedown-queue.blockFailed'), [
    '/api/admin/blocks',
    '/api/admin/takedowns',
    '/admin/trending',
  ]);
  const send = () => {
    const body: BlockRequest =
      kind === 'video'
        ? { link: subject.trim(), reason: reason.trim() }
        : { uploader: subject.trim(), reason: reason.trim() };
    call.mutate({ method: 'POST', path: '/api/admin/blocks', body }, { onSuccess: onClose });
  };
  return (
    <Question
      title={t('takedown-queue.addBlock')}
      answer={t('takedown-queue.addBlock')}
      isDisabled={subject.trim() === '' || reason.trim() === ''}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <SegmentedControl<Kind>
        label={t('takedown-queue.blockKind')}
        value={kind}
        options={[
          { value: 'video', label: t('takedown-queue.blockVideo') },
          { value: 'uploader', label: t('takedown-queue.blockUploaders') },
        ]}
        onChange={setKind}
      />
      <TextField
        className="mt-4"
        label={t(kind === 'video' ? 'takedown-queue.link' : 'takedown-queue.uploader')}
        hint={t(kind === 'video' ? 'takedown-queue.linkHint' : 'takedown-queue.uploaderHint')}
        value={subject}
        dir="ltr"
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextArea
        className="mt-4"
        label={t('takedown-queue.blockReason')}
        maxLength={MAX_DECISION_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Question>
  );
}
