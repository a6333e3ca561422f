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
  const call = useOperatorCall(t('notices.blockFailed'), [
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
      title={t('notices.addBlock')}
      answer={t('notices.addBlock')}
      isDisabled={subject.trim() === '' || reason.trim() === ''}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <SegmentedControl<Kind>
        label={t('notices.blockKind')}
        value={kind}
        options={[
          { value: 'video', label: t('notices.blockVideo') },
          { value: 'uploader', label: t('notices.blockUploaders') },
        ]}
        onChange={setKind}
      />
      <TextField
        className="mt-4"
        label={t(kind === 'video' ? 'notices.link' : 'notices.uploader')}
        hint={t(kind === 'video' ? 'notices.linkHint' : 'notices.uploaderHint')}
        value={subject}
        dir="ltr"
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextArea
        className="mt-4"
        label={t('notices.blockReason')}
        maxLength={MAX_DECISION_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Question>
  );
}
