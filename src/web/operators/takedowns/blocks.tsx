// The block list, with the reasons.
import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { BlockRequest, BlocksAnswer, BlockView } from '../../../shared/api/takedown.ts';
import { MAX_DECISION_REASON_LENGTH } from '../../../shared/takedown.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { ViewState } from '../shell/view-state.tsx';

const PATH = '/api/admin/blocks';

/** The list, with buttons to add and remove entries. */
export function Blocks() {
  const { t, language } = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<BlockView | null>(null);
  const query = useOperatorData<BlocksAnswer>(PATH);
  const remove = useOperatorCall(t('takedown-queue.unblockFailed'), [PATH, '/api/admin/takedowns']);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const columns: readonly Column<BlockView>[] = [
    {
      key: 'subject',
      head: t('takedown-queue.subject'),
      isRowHead: true,
      cell: ({ subject }) => (
        <bdi dir="ltr" className="notice-subject">
          {subject}
        </bdi>
      ),
    },
    {
      key: 'kind',
      head: t('takedown-queue.blockKind'),
      cell: ({ kind }) =>
        t(kind === 'video' ? 'takedown-queue.blockVideo' : 'takedown-queue.blockUploaders'),
    },
    {
      key: 'reason',
      head: t('takedown-queue.blockReason'),
      cell: ({ reason }) => <bdi>{reason}</bdi>,
    },
    {
      key: 'since',
      head: t('takedown-queue.blockSince'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>,
    },
    {
      key: 'remove',
      head: t('takedown-queue.actions'),
      plain: true,
      cell: (block) => (
        <Button onClick={() => setLeaving(block)}>
          {t('takedown-queue.unblock')} <span className="sr-only">{block.subject}</span>
        </Button>
      ),
    },
  ];
  return (
    <section className="notice-blocks" aria-labelledby="blocks-heading">
      <div className="notice-blocks-head">
        <h2 id="blocks-heading">{t('takedown-queue.blocks')}</h2>
        <Button icon={Ban} onClick={() => setIsAdding(true)}>
          {t('takedown-queue.addBlock')}
        </Button>
      </div>
      <ViewState query={query}>
        {({ blocks, count }) =>
          count === 0 ? (
            <p className="text-soft">{t('takedown-queue.noBlocks')}</p>
          ) : (
            <>
              <Table
                caption={t('takedown-queue.blocks')}
                columns={columns}
                rows={blocks}
                rowKey={({ id }) => id}
              />
              {count > blocks.length && (
                <p className="text-soft">
                  {t('takedown-queue.moreBlocks', { shown: blocks.length, count })}
                </p>
              )}
            </>
          )
        }
      </ViewState>
      {isAdding && <BlockDialog onClose={() => setIsAdding(false)} />}
      {leaving && (
        <Question
          title={t('takedown-queue.unblock')}
          answer={t('takedown-queue.unblock')}
          variant="danger"
          isBusy={remove.isPending}
          onAnswer={() =>
            remove.mutate(
              { method: 'DELETE', path: `${PATH}/${leaving.id}` },
              { onSuccess: () => setLeaving(null) },
            )
          }
          onClose={() => setLeaving(null)}
        >
          <p>{t('takedown-queue.unblockText', { subject: leaving.subject })}</p>
        </Question>
      )}
    </section>
  );
}

type Kind = 'video' | 'uploader';

/** Blocks a video or an uploader without a notice. If the server refuses, it stays open and keeps the input. */
function BlockDialog({ onClose }: { readonly onClose: () => void }) {
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
